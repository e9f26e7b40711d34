import { Fault } from '@countersign/contract';
import { ApiError } from '@countersign/sdk';

/** What the command ends with. The README says them to whoever writes a script. */
export const EXIT = {
  ok: 0,
  /** A fault of our own. */
  failed: 1,
  usage: 2,
  /** No key, or one the server does not take. */
  notSignedIn: 3,
  /** The key or its person may not do this. */
  notAllowed: 4,
  notFound: 5,
  /** Somebody was faster. */
  conflict: 6,
  /** The server does not answer, or cannot do its work. */
  unreachable: 7,
  /** The run ended without an answer. */
  runFailed: 8,
  /** The run waits for a person. */
  runWaits: 9,
  /** A proof, an export, or a part of the system does not hold. */
  unsound: 10,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The exit code that a thrown thing stands for. */
export function exitCodeOf(thrown: unknown): ExitCode {
  if (thrown instanceof ApiError) return byStatus(thrown.status);
  if (Fault.is(thrown))
    return thrown.code === 'CLI_USAGE' ? EXIT.usage : byStatus(thrown.spec.status);
  return EXIT.failed;
}

function byStatus(status: number): ExitCode {
  if (status === 0 || status >= 500) return EXIT.unreachable;
  switch (status) {
    case 401:
      return EXIT.notSignedIn;
    case 403:
      return EXIT.notAllowed;
    case 404:
      return EXIT.notFound;
    case 409:
      return EXIT.conflict;
    default:
      return EXIT.usage;
  }
}

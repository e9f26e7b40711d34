import type { JsonObject } from './json.ts';

/** Whose fault it is: the caller's input, the world around us, or our own code. */
export type FaultKind = 'user' | 'operational' | 'bug';

/** Whether the same request may be tried again: `never`, `safe` at once, or after some milliseconds. */
export type Retry = 'never' | 'safe' | { readonly afterMs: number };

/** One row of a package's error table. */
export interface FaultSpec {
  readonly kind: FaultKind;
  readonly retry: Retry;
  /** The HTTP status a door answers with. */
  readonly status: number;
  /** One sentence for a person: what is wrong and the way out. */
  readonly says: string;
}

/** A package's error table: code -> row. Codes are upper-case and carry the package's name. */
export type FaultTable = Readonly<Record<string, FaultSpec>>;

const TAG = 'countersign.fault';

/** A thrown fault. Outcomes a user must expect (refused, held, failed) are values, never faults. */
export class Fault<Code extends string = string> extends Error {
  override readonly name = 'Fault';
  readonly tag = TAG;
  readonly code: Code;
  readonly spec: FaultSpec;
  /** Already free of secrets: it reaches logs and clients. */
  readonly details: JsonObject;

  constructor(
    code: Code,
    spec: FaultSpec,
    about: { message?: string; details?: JsonObject; cause?: unknown } = {},
  ) {
    super(
      about.message ?? spec.says,
      about.cause === undefined ? undefined : { cause: about.cause },
    );
    this.code = code;
    this.spec = spec;
    this.details = about.details ?? {};
  }

  /** Recognises faults by tag, since `instanceof` fails across process borders and doubled packages. */
  static is(thrown: unknown): thrown is Fault {
    return thrown instanceof Error && (thrown as Partial<Fault>).tag === TAG;
  }
}

/** Makes a package's `fault(code, about)` from its table, so that codes are checked by the compiler. */
export function faultsOf<Table extends FaultTable>(table: Table) {
  return <Code extends keyof Table & string>(
    code: Code,
    about: { message?: string; details?: JsonObject; cause?: unknown } = {},
  ): Fault<Code> => new Fault(code, table[code] as FaultSpec, about);
}

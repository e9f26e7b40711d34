import { Fault } from '@countersign/contract';
import { LAUNCH_FAULTS, type LaunchCode } from './errors.ts';

/**
 * What the process ends with. 0 is a drained stop and 1 a fault of our own. Node keeps 1 to 13 for itself,
 * so ours begin at 20, which says that Node is too old and is given before any of this is loaded.
 */
export const EXIT_CODES: Readonly<Record<LaunchCode, number>> = {
  LAUNCH_USAGE: 2,
  LAUNCH_DATA_UNWRITABLE: 21,
  LAUNCH_DATA_IN_USE: 22,
  LAUNCH_PORT_TAKEN: 23,
  LAUNCH_DATABASE_DOWN: 24,
  LAUNCH_DATABASE_TOO_OLD: 25,
  LAUNCH_DATABASE_NO_RIGHTS: 26,
  LAUNCH_KEY_WRONG: 27,
  LAUNCH_KEY_MISSING: 28,
  LAUNCH_DISK_FULL: 29,
  LAUNCH_POSTGRES_MISSING: 30,
  LAUNCH_POSTGRES_FAILED: 31,
  LAUNCH_POSTGRES_OTHER_VERSION: 32,
  LAUNCH_POSTGRES_AS_ROOT: 33,
  LAUNCH_MIGRATION_FAILED: 34,
  LAUNCH_PROGRAM_FAILED: 35,
  /** Never seen: a start that is stopped ends with 0. */
  LAUNCH_STOPPED: 0,
  LAUNCH_DATA_DAMAGED: 36,
  LAUNCH_DATABASE_TAKEN: 37,
  LAUNCH_DATABASE_UNFIT: 38,
  LAUNCH_DATABASE_NEWER: 39,
};

/** The exit code of whatever ended a start. */
export function exitCodeOf(thrown: unknown): number {
  return Fault.is(thrown) && isLaunchCode(thrown.code) ? EXIT_CODES[thrown.code] : 1;
}

/** The codes that a program of ours may end with to say what no second start will change. */
export function programFault(code: number | null): LaunchCode | null {
  return PROGRAM_FAULTS.find((one) => EXIT_CODES[one] === code) ?? null;
}

const PROGRAM_FAULTS: readonly LaunchCode[] = [
  'LAUNCH_PORT_TAKEN',
  'LAUNCH_KEY_WRONG',
  'LAUNCH_KEY_MISSING',
];

function isLaunchCode(code: string): code is LaunchCode {
  return Object.hasOwn(LAUNCH_FAULTS, code);
}

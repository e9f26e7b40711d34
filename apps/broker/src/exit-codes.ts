import { Fault } from '@countersign/contract';

/** What the process ends with where starting it again changes nothing. The launcher knows these numbers. */
const EXIT_CODES: Readonly<Record<string, number>> = {
  BROKER_SETTING: 2,
  BROKER_KEY_WRONG: 27,
  BROKER_KEY_MISSING: 28,
};

/** The exit code for whatever ended the start: 1 for all that has no number of its own. */
export function exitCodeOf(thrown: unknown): number {
  return (Fault.is(thrown) ? EXIT_CODES[thrown.code] : undefined) ?? 1;
}

/** A value with the way back and forth through all that was done to it. */
export interface CommandLog<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
  /** What was edited last and when, so that a word typed is one command and not five. */
  readonly last: { readonly what: string; readonly at: number } | null;
}

/** Milliseconds within which edits of the same thing are one command. */
const TOGETHER = 900;
const MOST = 200;

/** A log in which nothing was done yet. */
export function emptyLog<T>(present: T): CommandLog<T> {
  return { past: [], present, future: [], last: null };
}

/** Does something: `what` names the thing that is edited, such as a field. */
export function done<T>(log: CommandLog<T>, next: T, what: string, at: number): CommandLog<T> {
  const isSame = log.last?.what === what && at - log.last.at < TOGETHER && log.past.length > 0;
  return {
    past: isSame ? log.past : [...log.past, log.present].slice(-MOST),
    present: next,
    future: [],
    last: { what, at },
  };
}

/** Takes back the last command. */
export function undone<T>(log: CommandLog<T>): CommandLog<T> {
  const before = log.past.at(-1);
  if (before === undefined) return log;
  return {
    past: log.past.slice(0, -1),
    present: before,
    future: [log.present, ...log.future],
    last: null,
  };
}

/** Does again what was taken back last. */
export function redone<T>(log: CommandLog<T>): CommandLog<T> {
  const [next, ...future] = log.future;
  if (next === undefined) return log;
  return { past: [...log.past, log.present], present: next, future, last: null };
}

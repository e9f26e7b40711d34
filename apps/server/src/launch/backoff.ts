/** Milliseconds to wait before a program that ended is started again: at once-ish, then ever more patient. */
const DELAYS = [200, 500, 1000, 2000, 5000, 10_000] as const;

/** A program that held out this long, in milliseconds, is forgiven its earlier ends. */
const FORGIVEN_AFTER = 60_000;

/** How often in a row a program ended, and when it was started last. */
export interface Streak {
  readonly ends: number;
  readonly startedAt: number;
}

/** The streak after one more end at `now`, and how long to wait. */
export function afterEnd(
  streak: Streak,
  now: number,
): { readonly ends: number; readonly delay: number } {
  const ends = now - streak.startedAt >= FORGIVEN_AFTER ? 1 : streak.ends + 1;
  return { ends, delay: DELAYS[Math.min(ends, DELAYS.length) - 1] ?? 10_000 };
}

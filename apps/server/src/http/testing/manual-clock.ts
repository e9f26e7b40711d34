import type { Clock } from '../clock.ts';

/** A clock that goes when it is told to. */
export interface ManualClock extends Clock {
  /** Moves on, and makes the calls that have become due. */
  pass(ms: number): void;
  /** Calls that wait. */
  readonly waiting: number;
}

/** A clock that starts at noon of a day in 2026. */
export function manualClock(): ManualClock {
  let now = Date.UTC(2026, 0, 5, 12);
  const calls = new Set<{ readonly at: number; readonly call: () => void }>();
  return {
    now: () => now,
    after(ms, call) {
      const waiting = { at: now + ms, call };
      calls.add(waiting);
      return () => calls.delete(waiting);
    },
    pass(ms) {
      now += ms;
      for (const waiting of [...calls]) {
        if (waiting.at > now || !calls.delete(waiting)) continue;
        waiting.call();
      }
    },
    get waiting() {
      return calls.size;
    },
  };
}

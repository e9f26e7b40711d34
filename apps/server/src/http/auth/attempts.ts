import type { Clock } from '../clock.ts';
import { httpFault } from '../errors.ts';

/** Counts attempts by key, so that guessing is slow. */
export interface Attempts {
  /**
   * Counts one before it is made: guesses sent side by side are counted, too.
   * @throws fault `HTTP_RATE` once the window's attempts are used up.
   */
  take(key: string): void;
  /** Takes one back: it was no guess. */
  forgive(key: string): void;
}

interface Window {
  readonly since: number;
  readonly count: number;
}

/** Keys held at once; above it the oldest go. An attacker who can send from that many addresses is not slowed by counting. */
const MAX_KEYS = 50_000;

/** Attempts in fixed windows, in this process's memory. */
export function createAttempts(
  clock: Pick<Clock, 'now'>,
  limit: { readonly max: number; readonly windowMs: number },
): Attempts {
  const windows = new Map<string, Window>();

  const current = (key: string): Window => {
    const known = windows.get(key);
    const now = clock.now();
    return known !== undefined && now - known.since < limit.windowMs
      ? known
      : { since: now, count: 0 };
  };
  const put = (key: string, window: Window): void => {
    windows.delete(key);
    if (window.count > 0) windows.set(key, window);
    for (const oldest of windows.keys()) {
      if (windows.size <= MAX_KEYS) break;
      windows.delete(oldest);
    }
  };

  return {
    take(key) {
      const { since, count } = current(key);
      if (count >= limit.max) {
        const retryAfterMs = since + limit.windowMs - clock.now();
        throw httpFault('HTTP_RATE', { details: { retryAfterMs } });
      }
      put(key, { since, count: count + 1 });
    },
    forgive(key) {
      const { since, count } = current(key);
      put(key, { since, count: Math.max(0, count - 1) });
    },
  };
}

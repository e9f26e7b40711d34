import { randomBytes } from 'node:crypto';
import type { IdPowers } from '@countersign/contract';

/** Time, chance and timers of this machine. */
export interface SystemPowers extends IdPowers {
  /** Calls back once after that many milliseconds; a waiting call never keeps the process alive. */
  timer(ms: number, fire: () => void): { cancel(): void };
  /** The same as a clock that gives the way to stop. */
  readonly clock: { now(): number; after(ms: number, call: () => void): () => void };
  /** Resolves after that many milliseconds. */
  pause(ms: number): Promise<void>;
}

/** The real powers. Made by `main.ts` alone. */
export function systemPowers(): SystemPowers {
  const timer = (ms: number, fire: () => void) => {
    const handle = setTimeout(fire, ms);
    handle.unref();
    return { cancel: () => clearTimeout(handle) };
  };
  return {
    now: Date.now,
    randomBytes: (length) => randomBytes(length),
    timer,
    clock: { now: Date.now, after: (ms, call) => timer(ms, call).cancel },
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}

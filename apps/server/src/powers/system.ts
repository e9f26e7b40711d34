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

/** Bytes that are asked of the system at once: asking costs as much for a few as for these. */
const POOL = 4_096;

/** The same chance, asked for less often. Every byte is given once, in an array of its own. */
function pooled(source: (length: number) => Uint8Array): (length: number) => Uint8Array {
  let pool: Uint8Array = new Uint8Array();
  return (length) => {
    if (length > POOL) return source(length);
    if (pool.length < length) pool = source(POOL);
    // A copy: a part of the pool would be a view of what is given to others.
    const given = Uint8Array.from(pool.subarray(0, length));
    pool = pool.subarray(length);
    return given;
  };
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
    randomBytes: pooled(randomBytes),
    timer,
    clock: { now: Date.now, after: (ms, call) => timer(ms, call).cancel },
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}

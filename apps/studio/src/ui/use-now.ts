import { useSyncExternalStore } from 'react';

/** Ticks once a second, and only while somebody listens: parts that show a time draw themselves alone. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let second = 0;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const one of listeners) one();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Shifts the clock that pages show, in milliseconds; for fixtures that play at a fixed time. */
let offset = 0;
export function setClockOffset(ms: number): void {
  offset = ms;
}

/** Milliseconds since 1970, by this browser's clock. */
export function now(): number {
  return Date.now() + offset;
}

/** The time, again each second. The part that calls this is drawn each second: keep it small. */
export function useNow(): number {
  second = useSyncExternalStore(subscribe, () => Math.floor(now() / 1000));
  return second * 1000;
}

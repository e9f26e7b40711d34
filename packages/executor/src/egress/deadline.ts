import type { Clock } from './ports.ts';

/** Why an exchange is stopped from our side. */
export type Stop = 'cancelled' | 'timeout' | 'silence';

/** One exchange's time: it ends by the caller's signal, by its whole time, or by the other side's silence. */
export interface Deadline {
  /** Aborts as soon as the exchange must stop. */
  readonly signal: AbortSignal;
  /** Why it was stopped, or null while it goes on. */
  readonly stopped: Stop | null;
  /** Waits for a step as long as the exchange goes on. Rejects with {@link Stopped}. */
  wait<T>(step: Promise<T>): Promise<T>;
  /** Waits for a step, but stops the exchange where it takes longer than `ms`. Rejects with {@link Stopped}. */
  within<T>(step: Promise<T>, ms: number, why: Stop): Promise<T>;
  /** Stops the exchange from within. */
  stop(why: Stop): void;
  /** Ends the watch; to be called once, when all is over. */
  release(): void;
}

/** Thrown inside the egress client where a wait ends early. It never leaves it. */
class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Starts the watch over an exchange. */
export function startDeadline(clock: Clock, caller: AbortSignal, totalMs: number): Deadline {
  const controller = new AbortController();
  let stopped: Stop | null = null;
  const stop = (why: Stop) => {
    if (controller.signal.aborted) return;
    stopped = why;
    controller.abort(new Stopped(why));
  };
  const onCaller = () => stop('cancelled');
  const stopTimer = clock.after(totalMs, () => stop('timeout'));
  caller.addEventListener('abort', onCaller, { once: true });
  if (caller.aborted) onCaller();

  return {
    signal: controller.signal,
    get stopped() {
      return stopped;
    },
    stop,
    wait: (step) => race(step, controller.signal),
    within(step, ms, why) {
      const stopStep = clock.after(ms, () => stop(why));
      return race(step, controller.signal).finally(stopStep);
    },
    release() {
      stopTimer();
      caller.removeEventListener('abort', onCaller);
    },
  };
}

/** Rejects when the signal aborts; what the step does afterwards is nobody's concern. */
function race<T>(step: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    void step.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

import {
  Fault,
  type Grant,
  type Granted,
  type ModelDelta,
  must,
  type Performed,
  type Redeem,
  type Repeat,
  repeatOf,
  type Usage,
} from '@countersign/contract';
import { ignore } from './egress/ignore.ts';
import type { Clock } from './egress/ports.ts';
import { fault } from './errors.ts';
import { failed } from './failures.ts';
import type { PerformContext, Performer, Performers } from './performer.ts';
import { plainObject } from './plain-json.ts';

/** Performs what was granted, once. */
export interface Executor {
  /**
   * @param signal aborts when the run is cancelled; the call ends within a second.
   * @throws fault `EXECUTOR_GRANT_VOID` for a grant that was used, has expired or is none.
   */
  run(grant: Grant, signal: AbortSignal, onDelta?: (delta: ModelDelta) => void): Promise<Performed>;
}

/** What an executor needs. */
export interface ExecutorPowers {
  readonly redeem: Redeem;
  readonly performers: Performers;
  readonly clock: Clock;
  /** Hears of what a performer threw and nobody foresaw; for the log. */
  readonly report: (thrown: unknown, granted: Granted) => void;
}

/** Milliseconds a performer has to say itself what became of a call that was stopped. */
const GRACE_MS = 500;

const CANCELLED = Symbol('cancelled');
const TIMED_OUT = Symbol('timed out');

/** The one door to performers: it takes a grant and nothing else. */
export function createExecutor(powers: ExecutorPowers): Executor {
  return {
    async run(grant, signal, onDelta = ignore) {
      const redeemed = powers.redeem(grant);
      if (redeemed.kind === 'void')
        throw fault('EXECUTOR_GRANT_VOID', { details: { reason: redeemed.reason } });
      const { granted } = redeemed;
      const performer = powers.performers.get(granted.call.action);
      if (!performer) return failed('EXECUTOR_NO_PERFORMER');
      const begun = powers.clock.now();
      const performed = await perform(powers, performer, granted, signal, onDelta);
      return withUsage(bounded(granted, performed), {
        wallMs: Math.max(0, powers.clock.now() - begun),
      });
    },
  };
}

/** Runs a performer until it ends, the caller gives up, or its time is up. */
async function perform(
  { clock, report }: ExecutorPowers,
  performer: Performer,
  granted: Granted,
  signal: AbortSignal,
  onDelta: (delta: ModelDelta) => void,
): Promise<Performed> {
  const repeat = repeatOf(granted.descriptor, granted.call.args);
  const stop = new AbortController();
  const cancel = () => stop.abort(CANCELLED);
  let sent = false;
  const context: PerformContext = {
    signal: stop.signal,
    onDelta,
    sending() {
      stop.signal.throwIfAborted();
      sent = true;
    },
  };
  if (signal.aborted) return { kind: 'cancelled', usage: {} };
  signal.addEventListener('abort', cancel, { once: true });
  const callOff = clock.after(granted.descriptor.bounds.timeoutMs, () => stop.abort(TIMED_OUT));
  const patience = patienceAfter(stop.signal, clock);
  try {
    const performed = await Promise.race([performer(granted, context), patience.ended]);
    if (performed === 'no answer') return stopped(stop.signal.reason, sent, repeat);
    return performed.kind === 'cancelled' ? stopped(CANCELLED, sent, repeat) : performed;
  } catch (thrown) {
    if (stop.signal.aborted) return stopped(stop.signal.reason, sent, repeat);
    report(thrown, granted);
    return broke(thrown, sent, repeat);
  } finally {
    callOff();
    patience.callOff();
    signal.removeEventListener('abort', cancel);
  }
}

/** Settles half a second after the signal aborts, so that a deaf performer cannot hold a run. */
function patienceAfter(signal: AbortSignal, clock: Clock) {
  let callOff: () => void = ignore;
  const ended = new Promise<'no answer'>((resolve) => {
    signal.addEventListener(
      'abort',
      () => {
        callOff = clock.after(GRACE_MS, () => resolve('no answer'));
      },
      { once: true },
    );
  });
  return { ended, callOff: () => callOff() };
}

/** What became of a call that was stopped: after the effect left, nobody here knows. */
function stopped(why: unknown, sent: boolean, repeat: Repeat): Performed {
  if (sent && repeat !== 'safe')
    return { kind: 'unknown', why: 'It was stopped after it had been sent.', usage: {} };
  return why === CANCELLED ? { kind: 'cancelled', usage: {} } : failed('EXECUTOR_TIMEOUT');
}

function broke(thrown: unknown, sent: boolean, repeat: Repeat): Performed {
  const isUsersFault = Fault.is(thrown) && thrown.spec.kind === 'user';
  if (sent && repeat !== 'safe' && !isUsersFault)
    return { kind: 'unknown', why: 'It was sent and the answer was lost.', usage: {} };
  if (!Fault.is(thrown)) return failed('EXECUTOR_BROKE');
  return { kind: 'failed', code: thrown.code, message: thrown.message, usage: {} };
}

/** A result that may be passed on: plain JSON within the action's size. */
function bounded(granted: Granted, performed: Performed): Performed {
  if (performed.kind !== 'done') return performed;
  const result = plainObject(performed.result);
  const fits =
    result !== null &&
    Buffer.byteLength(JSON.stringify(result)) <= granted.descriptor.bounds.maxOutputBytes;
  if (fits) return { ...performed, result: must(result, 'checked above') };
  if (repeatOf(granted.descriptor, granted.call.args) !== 'safe') {
    // To call it failed would invite doing it twice.
    return {
      kind: 'unknown',
      why: 'It was done, and what came back cannot be passed on.',
      usage: performed.usage,
    };
  }
  const code = result === null ? 'EXECUTOR_RESULT_INVALID' : 'EXECUTOR_RESULT_TOO_LARGE';
  return failed(code, undefined, performed.usage);
}

function withUsage(performed: Performed, usage: Usage): Performed {
  return { ...performed, usage: { ...usage, ...performed.usage } };
}

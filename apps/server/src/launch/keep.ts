import { Fault } from '@countersign/contract';
import { afterEnd } from './backoff.ts';
import { fault } from './errors.ts';

/** How a program ended. */
export interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A program that runs and does its work. */
export interface Running {
  readonly pid: number;
  /** Resolves when it has ended, however that came. */
  readonly ended: Promise<Ending>;
  /** Asks it to end, makes it end in bounded time, and waits for that. */
  stop(): Promise<void>;
}

/** Something that can be started, again and again. */
export interface Service {
  /** As it is called in progress lines. */
  readonly name: string;
  /** Where a person finds out why it ended. */
  readonly log: string;
  /** Resolves when it does its work; rejects where it ended before that. A fault will not go away by itself. */
  start(): Promise<Running>;
}

/** A service that is being kept running. */
export interface Kept {
  /** Ends it and waits; it is not started again. */
  stop(): Promise<void>;
  /** Ends it so that it starts anew, with whatever its service starts by now. */
  renew(): Promise<void>;
}

/** What keeping needs from outside. */
export interface KeepPowers {
  now(): number;
  /** Resolves early when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  say(line: string): void;
}

/** How often the first start may fail before it is given up. */
const FIRST_TRIES = 3;

/**
 * Starts a service, and starts it again whenever it ends, ever more patiently.
 * The first start is special: a fault, or three failures, is thrown, since a person waits for the answer.
 * Later nothing is given up: what was serving once must come back when its cause has gone.
 */
export async function keep(service: Service, powers: KeepPowers): Promise<Kept> {
  const stopping = new AbortController();
  let running = await firstStart(service, powers);
  let startedAt = powers.now();
  let renewing = false;

  const watch = async () => {
    let ends = 0;
    while (!stopping.signal.aborted) {
      const ending = await running.ended;
      if (stopping.signal.aborted) return;
      const after = afterEnd({ ends, startedAt }, powers.now());
      if (!renewing) {
        ends = after.ends;
        powers.say(`${service.name} ${told(ending)}; starting it again (see ${service.log}).`);
        await powers.sleep(after.delay, stopping.signal);
      }
      renewing = false;
      await startAgain();
    }
  };

  const startAgain = async () => {
    for (let failures = 0; !stopping.signal.aborted; ) {
      startedAt = powers.now();
      try {
        running = await service.start();
        powers.say(`${service.name} is running again.`);
        if (stopping.signal.aborted) await running.stop();
        return;
      } catch (error) {
        const after = afterEnd({ ends: failures, startedAt }, powers.now());
        failures = after.ends;
        powers.say(`${service.name} did not start: ${messageOf(error)}`);
        await powers.sleep(after.delay, stopping.signal);
      }
    }
  };

  const watching = watch();
  return {
    stop: async () => {
      stopping.abort();
      await running.stop();
      await watching;
    },
    renew: async () => {
      renewing = true;
      await running.stop();
    },
  };
}

async function firstStart(service: Service, powers: KeepPowers): Promise<Running> {
  for (let tries = 1; ; tries++) {
    try {
      return await service.start();
    } catch (error) {
      if (Fault.is(error)) throw error;
      const message = `${service.name} did not start: ${messageOf(error)}`;
      if (tries === FIRST_TRIES) throw fault('LAUNCH_PROGRAM_FAILED', { message, cause: error });
      powers.say(message);
      const { delay } = afterEnd({ ends: tries - 1, startedAt: powers.now() }, powers.now());
      await powers.sleep(delay, new AbortController().signal);
    }
  }
}

function told(ending: Ending): string {
  if (ending.signal !== null) return `was killed (${ending.signal})`;
  return `stopped unexpectedly (code ${ending.code ?? 'unknown'})`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

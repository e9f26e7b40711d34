import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '@countersign/contract';
import type { Checkout } from './checkout.ts';
import { exitCodeOf } from './exit-codes.ts';
import { launch } from './launch.ts';
import { readOptions, USAGE } from './options.ts';

/**
 * The launcher's process: gives it its powers, tells it when to end, and ends with its exit code.
 * The first signal drains; a second ^C ends at once, and what still runs ends itself by its lifeline.
 */
export async function main(checkout: Checkout, args: readonly string[]): Promise<void> {
  const stop = stopOnSignals();
  // Somebody who reads our lines may go away before us.
  process.stdout.on('error', () => undefined);
  try {
    const options = readOptions(args, process.env, checkout.root);
    if (options.help) {
      process.stdout.write(`${USAGE}\n`);
      return;
    }
    await launch(options, checkout, stop, {
      now: () => Date.now(),
      sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
      terminal: process.stdout,
      env: process.env,
      pid: process.pid,
      since: Date.now() - process.uptime() * 1000,
    });
    process.exitCode = 0;
  } catch (error) {
    process.stderr.write(`${told(error)}\n`);
    process.exitCode = exitCodeOf(error);
  }
  // Nothing is left to wait for, and a forgotten timer must not hold a terminal.
  process.exit();
}

/** One ^C may come twice, from the terminal and from npm: what follows within this time is the same. */
const SAME_SIGNAL = 700;

function stopOnSignals(): AbortSignal {
  const stop = new AbortController();
  if (process.env['npm_lifecycle_event'] !== undefined) stopWithParent(stop);
  let first = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      const again = stop.signal.aborted && Date.now() - first > SAME_SIGNAL;
      if (again && signal === 'SIGINT') process.exit(130);
      if (!stop.signal.aborted) first = Date.now();
      stop.abort();
    });
  }
  return stop.signal;
}

/** Milliseconds between two looks at who our parent is. */
const LOOK = 300;

/** Between npm and us stands a shell that passes no SIGTERM on: it dies of it, and we must not stay behind. */
function stopWithParent(stop: AbortController): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stop.abort();
  }, LOOK).unref();
}

/** A fault is a sentence for a person; anything else is a bug of ours, told in full. */
function told(error: unknown): string {
  if (Fault.is(error)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

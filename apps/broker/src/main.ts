import { randomBytes } from 'node:crypto';
import { Fault } from '@countersign/contract';
import { systemClock, systemDialer, systemResolver } from '@countersign/executor/egress';
import { startBroker } from './broker.ts';
import { readEnvironment } from './environment.ts';
import { exitCodeOf } from './exit-codes.ts';
import { processLog } from './log.ts';
import { postgresStore } from './store/postgres.ts';

// The broker's process: the only one that holds keys, and the only one that dials out.

/** Milliseconds that what runs may still take when the process is asked to end. */
const GRACE = 1200;

// Whatever this process makes is its owner's alone.
process.umask(0o077);

try {
  const environment = readEnvironment(process.env);
  const log = processLog(environment.logLevel);
  const broker = await startBroker(environment, {
    egress: { resolver: systemResolver(), dialer: systemDialer(), clock: systemClock() },
    store: postgresStore({ ...environment.database, onLost: log.broke }),
    log,
    randomBytes,
  });
  log.started(environment.socket);
  stopWhenAsked(async () => {
    await broker.close(GRACE);
    process.exit(0);
  });
} catch (thrown) {
  const words = Fault.is(thrown) ? thrown.message : String(thrown);
  process.stderr.write(`${words}\n`);
  process.exit(exitCodeOf(thrown));
}

/** On a signal, or when whoever started this process is gone: then the channel between the two breaks. */
function stopWhenAsked(stop: () => Promise<void>): void {
  let stopping = false;
  const once = () => {
    if (stopping) return;
    stopping = true;
    void stop();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, once);
  process.on('disconnect', once);
  process.channel?.unref();
}

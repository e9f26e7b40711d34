import { lookup } from 'node:dns/promises';
import { connect } from 'node:net';
import { ignore } from './ignore.ts';
import type { Clock, Dialer, Resolver } from './ports.ts';

/**
 * How many names are looked up at once. Each look-up holds one of the four threads of Node's pool, and whoever
 * owns a slow name server must not stop what else waits there: files, and the checkpoints in them.
 */
const MAX_LOOKUPS = 3;

/** The system's own resolver, hosts file and all. */
export function systemResolver(): Resolver {
  const inTurn = atMost(MAX_LOOKUPS);
  return {
    async resolve(host) {
      const answers = await inTurn(() => lookup(host, { all: true, verbatim: true }));
      return answers.map(({ address }) => address);
    },
  };
}

/** Runs works, no more than `most` at once, in the order they came. */
function atMost(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // A place is handed on, so that nobody slips in between.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

/** Opens real TCP connections. */
export function systemDialer(): Dialer {
  return {
    dial({ address, port }, signal) {
      return new Promise((resolve, reject) => {
        // With an address for a host there is nothing to look up; this makes sure of it.
        const socket = connect({ host: address, port, lookup: refuseLookup });
        const stop = () => socket.destroy(new Error('The dial was stopped.'));
        signal.addEventListener('abort', stop, { once: true });
        socket.once('error', reject);
        socket.once('close', () => signal.removeEventListener('abort', stop));
        socket.once('connect', () => {
          signal.removeEventListener('abort', stop);
          socket.off('error', reject);
          // Who uses the connection hears of its end.
          socket.on('error', ignore);
          resolve({ socket, remoteAddress: socket.remoteAddress ?? '' });
        });
        if (signal.aborted) stop();
      });
    },
  };
}

function refuseLookup(): never {
  throw new Error('A dialer resolves no names.');
}

/** The machine's clock; a pending call keeps no process alive. */
export function systemClock(): Clock {
  return {
    now: () => Date.now(),
    after(ms, callback) {
      const timer = setTimeout(callback, ms);
      timer.unref();
      return () => clearTimeout(timer);
    },
  };
}

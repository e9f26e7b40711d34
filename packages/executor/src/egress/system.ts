import { lookup } from 'node:dns/promises';
import { connect } from 'node:net';
import { ignore } from './ignore.ts';
import type { Clock, Dialer, Resolver } from './ports.ts';

/** The system's own resolver, hosts file and all. */
export function systemResolver(): Resolver {
  return {
    async resolve(host) {
      const answers = await lookup(host, { all: true, verbatim: true });
      return answers.map(({ address }) => address);
    },
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

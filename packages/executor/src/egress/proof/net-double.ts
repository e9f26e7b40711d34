import { connect } from 'node:net';
import { addressKind } from '../dial/address.ts';
import { ignore } from '../ignore.ts';
import type { Dialer, Resolver } from '../ports.ts';

/** A small Internet on loopback: names that answer as told, and public addresses that are fixture servers. */
export class NetDouble {
  /** Names that were looked up, and endpoints that were dialled, in order. */
  readonly lookups: string[] = [];
  readonly dials: { readonly address: string; readonly port: number }[] = [];
  readonly #answers = new Map<string, readonly (readonly string[])[]>();
  readonly #ports: ReadonlyMap<number, number>;

  /** @param ports loopback port that stands for a port of every public address. */
  constructor(ports: ReadonlyMap<number, number>) {
    this.#ports = ports;
  }

  /** Sets what a name answers, lookup by lookup; the last answer stays. */
  answer(host: string, ...answers: readonly (readonly string[])[]): void {
    this.#answers.set(host, answers);
  }

  readonly resolver: Resolver = {
    resolve: async (host) => {
      const seen = this.lookups.filter((name) => name === host).length;
      this.lookups.push(host);
      const answers = this.#answers.get(host);
      const answer = answers?.[Math.min(seen, answers.length - 1)];
      if (answer === undefined) throw new Error('ENOTFOUND');
      return answer;
    },
  };

  readonly dialer: Dialer = {
    dial: ({ address, port }) => {
      this.dials.push({ address, port });
      const loopback = this.#ports.get(port);
      // Inward addresses are written down and lead nowhere: to have dialled one is the harm.
      if (loopback === undefined || addressKind(address) !== 'public')
        return Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
      return new Promise((resolve, reject) => {
        const socket = connect(loopback, '127.0.0.1', () => {
          socket.off('error', reject);
          socket.on('error', ignore);
          resolve({ socket, remoteAddress: address });
        });
        socket.once('error', reject);
      });
    },
  };
}

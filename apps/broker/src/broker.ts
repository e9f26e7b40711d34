import { join } from 'node:path';
import {
  EGRESS_LIMITS,
  type EgressLimits,
  type EgressPowers,
  egressClient,
} from '@countersign/executor/egress';
import { checkpointSigner } from '@countersign/record';
import { ConnectionBook } from './connections/book.ts';
import { listenOn } from './http/listen.ts';
import { routesOf } from './http/routes.ts';
import { brokerServer } from './http/server.ts';
import { openKeyFile } from './keys/key-file.ts';
import { openSigningKey } from './ledger/signing-key.ts';
import { witnessFiles } from './ledger/witness-files.ts';
import type { BrokerStore } from './store/port.ts';

/** Where the broker keeps its files and listens, and the token of whoever may ask. */
export interface BrokerOptions {
  /** Key files and witness state; its own. */
  readonly folder: string;
  readonly socket: string;
  readonly token: string;
  readonly limits?: EgressLimits;
}

/** All that the broker wants from outside. */
export interface BrokerPowers {
  readonly egress: EgressPowers;
  readonly store: BrokerStore;
  readonly log: BrokerLog;
  randomBytes(length: number): Uint8Array;
}

/** Where the broker writes down what it does. Nothing secret is ever handed to it. */
export interface BrokerLog {
  note(what: string, about: Readonly<Record<string, string | number | null>>): void;
  broke(error: unknown): void;
}

export interface RunningBroker {
  /** Takes nothing new, lets what runs end within `graceMs`, then cuts it off. */
  close(graceMs: number): Promise<void>;
}

/**
 * Opens the keys and answers on the socket.
 * @throws faults of the broker's table; nothing is listening then.
 */
export async function startBroker(
  options: BrokerOptions,
  { egress, store, log, randomBytes }: BrokerPowers,
): Promise<RunningBroker> {
  const { folder, limits = EGRESS_LIMITS } = options;
  const sealedWith = () => store.sealedWith();
  const kek = await openKeyFile(folder, { randomBytes, sealedWith });
  const seed = await openSigningKey(folder, kek, randomBytes);
  const client = egressClient(egress, limits);
  const routes = routesOf({
    book: new ConnectionBook(store, kek, egress.clock),
    client,
    egress,
    limits,
    kek,
    signer: checkpointSigner(seed, witnessFiles(join(folder, 'witness'))),
    randomBytes,
    note: log.note,
  });
  const server = brokerServer({
    routes,
    token: options.token,
    // A frame's head comes on top of the body.
    maxRequestBytes: limits.maxRequestBytes + 1024 * 1024,
    broke: log.broke,
  });
  await listenOn(server, options.socket);
  return {
    close: async (graceMs) => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const stop = egress.clock.after(graceMs, () => server.closeAllConnections());
      await closed;
      stop();
      client.close();
      await store.close();
    },
  };
}

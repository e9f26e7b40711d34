import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConnectionConfig, type EgressRequest, must, secretOf } from '@countersign/contract';
import {
  type BrokerClient,
  brokerClient,
  type Clock,
  type EgressPowers,
  systemClock,
  systemDialer,
  systemResolver,
} from '@countersign/executor/egress';
import { type RunningBroker, startBroker } from '../broker.ts';
import { MemoryStore } from './memory-store.ts';

/** A running broker with a client of it, in a folder of its own. */
export interface OpenBroker {
  readonly folder: string;
  readonly socket: string;
  readonly store: MemoryStore;
  readonly client: BrokerClient;
  readonly running: RunningBroker;
  /** What was written to the log, as text. */
  readonly logged: string[];
  /** Seals the secret that a connection of the store names, for where it leads now, and puts it in the store. */
  keep(connection: string, value: string, version?: number): Promise<void>;
  close(): Promise<void>;
}

export const TOKEN = 'token-of-this-test-run';
export const WORKSPACE = 'ws_test';

/** Opens one on real sockets and files; what it does to the world can be replaced. */
export async function openBroker(
  given: {
    readonly store?: MemoryStore;
    readonly folder?: string;
    egress?: Partial<EgressPowers>;
  } = {},
): Promise<OpenBroker> {
  const folder = given.folder ?? (await mkdtemp(join(tmpdir(), 'broker-')));
  const store = given.store ?? new MemoryStore();
  const socket = join(folder, 's');
  const logged: string[] = [];
  const running = await startBroker(
    { folder: join(folder, 'keys'), socket, token: TOKEN },
    {
      egress: {
        resolver: systemResolver(),
        dialer: systemDialer(),
        clock: systemClock(),
        ...given.egress,
      },
      store,
      log: {
        note: (what, about) => logged.push(JSON.stringify({ what, ...about })),
        broke: (error) => logged.push(`broke ${String(error)}`),
      },
      randomBytes: (length) => randomBytes(length),
    },
  );
  const client = brokerClient({ socket, token: TOKEN });
  return {
    folder,
    socket,
    store,
    client,
    running,
    logged,
    keep: async (id, value, version = 1) => {
      // Tests put only whole configurations in before they keep a secret for one.
      const config = store.connections.get(`${WORKSPACE} ${id}`) as ConnectionConfig;
      const connection = { id, config };
      const sealed = await client.broker.seal({ workspace: WORKSPACE, connection, version, value });
      store.putSecret(WORKSPACE, must(secretOf(config), 'it names one'), version, sealed);
    },
    close: async () => {
      await client.close();
      await running.close(0);
      if (given.folder === undefined) await rm(folder, { recursive: true });
    },
  };
}

/** A request through a connection, where nothing else is said. */
export function asked(connection: string | null, rest: Partial<EgressRequest> = {}): EgressRequest {
  return {
    workspace: WORKSPACE,
    run: null,
    call: null,
    connection,
    method: 'GET',
    url: '/',
    headers: {},
    body: null,
    maxResponseBytes: 1_000_000,
    timeoutMs: 30_000,
    ...rest,
  };
}

export const NEVER = new AbortController().signal;

/** The other side: a web server on loopback whose manners a test sets. */
export interface Upstream {
  readonly url: string;
  readonly requests: { readonly headers: IncomingMessage['headers']; readonly target: string }[];
  handle(handler: (request: IncomingMessage, response: ServerResponse) => void): void;
  close(): Promise<void>;
}

/** Starts one; it answers `ok`. */
export async function openUpstream(): Promise<Upstream> {
  let handler = (_request: IncomingMessage, response: ServerResponse) => {
    response.end('ok');
  };
  const requests: Upstream['requests'] = [];
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      requests.push({ headers: request.headers, target: request.url ?? '' });
      handler(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    handle: (next) => {
      handler = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The whole of a body. */
export async function textOf({
  body,
}: {
  readonly body: ReadableStream<Uint8Array>;
}): Promise<string> {
  return new Response(body).text();
}

/** A clock that stands still until it is moved. */
export class TestClock implements Clock {
  #now = 0;
  readonly #pending = new Set<{ readonly at: number; readonly callback: () => void }>();

  now(): number {
    return this.#now;
  }

  after(ms: number, callback: () => void): () => void {
    const entry = { at: this.#now + ms, callback };
    this.#pending.add(entry);
    return () => this.#pending.delete(entry);
  }

  advance(ms: number): void {
    this.#now += ms;
    for (const entry of [...this.#pending]) {
      if (entry.at <= this.#now && this.#pending.delete(entry)) entry.callback();
    }
  }
}

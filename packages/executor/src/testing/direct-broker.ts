import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Broker, EgressRequest } from '@countersign/contract';
import { request } from 'undici';
import { egressFault } from '../egress/errors.ts';

/** A broker that dials by itself, without any rule: what it was asked for is kept to be looked at. */
export interface DirectBroker {
  readonly broker: Pick<Broker, 'fetch'>;
  readonly asked: EgressRequest[];
}

/** @param base where a path below a connection's base address goes */
export function directBroker(base: string): DirectBroker {
  const asked: EgressRequest[] = [];
  return {
    asked,
    broker: {
      async fetch(wanted, signal) {
        asked.push(wanted);
        const url = new URL(wanted.url, base).href;
        const answer = await request(url, {
          method: wanted.method as 'GET',
          headers: { ...wanted.headers },
          body: wanted.body,
          signal,
        });
        return {
          status: answer.statusCode,
          headers: textsOf(answer.headers),
          url,
          body: counted(answer.body, wanted.maxResponseBytes),
        };
      },
    },
  };
}

function textsOf(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
}

/** The body as a stream that breaks off at the limit and where the other side does, as the broker's does. */
function counted(body: AsyncIterable<Uint8Array>, limit: number): ReadableStream<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  let size = 0;
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await chunks.next();
        if (done) return controller.close();
        size += value.length;
        if (size > limit) throw egressFault('EGRESS_BODY_TOO_LARGE');
        controller.enqueue(value);
      } catch (error) {
        controller.error(
          error instanceof Error && 'spec' in error
            ? error
            : egressFault('EGRESS_BODY_LOST', { cause: error }),
        );
      }
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}

/** A server on the loopback address for one test file. */
export interface LocalServer {
  readonly url: string;
  /** What the next requests are answered with. */
  answer(handler: (request: IncomingMessage, response: ServerResponse) => void): void;
  close(): Promise<void>;
}

export async function localServer(): Promise<LocalServer> {
  let handler = (_request: IncomingMessage, response: ServerResponse) => {
    response.end();
  };
  const server = createServer((incoming, response) => handler(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer(next) {
      handler = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

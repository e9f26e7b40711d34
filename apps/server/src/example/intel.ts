import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isJsonObject, type Json, type JsonObject } from '@countersign/contract';

/** A small service that is running. */
export interface Running {
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * The example's threat-intelligence service: `GET /v1/indicators/<value>` answers what is known of a
 * domain, address or hash. Listens on the loopback address only.
 */
export async function startIntel(known: JsonObject, port: number): Promise<Running> {
  const server = createServer((request, response) => {
    const answer = lookUp(known, request.method ?? 'GET', request.url ?? '/');
    const body = JSON.stringify(answer.body);
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function lookUp(known: JsonObject, method: string, url: string): { status: number; body: Json } {
  const match = /^\/v1\/indicators\/([^/?#]+)$/.exec(url);
  if (method !== 'GET' || !match?.[1])
    return { status: 404, body: { error: 'Ask GET /v1/indicators/<value>.' } };
  const indicator = decoded(match[1]).toLowerCase();
  const found = Object.hasOwn(known, indicator) ? known[indicator] : undefined;
  return {
    status: 200,
    body: {
      indicator,
      ...(isJsonObject(found) ? found : { verdict: 'unknown', score: 0, tags: [] }),
    },
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

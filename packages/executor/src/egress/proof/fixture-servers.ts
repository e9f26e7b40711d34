import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createSecureContext } from 'node:tls';
import { tlsFiles } from './tls-files.ts';

/** One request as the other side saw it. */
export interface Seen {
  readonly tls: boolean;
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** An HTTP and an HTTPS server on loopback that stand for every public host. */
export interface FixtureServers {
  readonly http: number;
  readonly https: number;
  /** The authority that the HTTPS certificate is from. */
  readonly ca: string;
  readonly seen: Seen[];
  /** What is answered from now on. */
  handle(handler: (request: IncomingMessage, response: ServerResponse) => void): void;
  /** Shows, from now on, a certificate for the right host or for another one. */
  certificate(which: 'allowed' | 'other'): void;
  close(): Promise<void>;
}

/** Starts both servers. They answer `ok` until told otherwise. */
export async function startFixtureServers(): Promise<FixtureServers> {
  const contexts = { allowed: contextOf('allowed'), other: contextOf('other') };
  const seen: Seen[] = [];
  let handler: RequestListener = (_request, response) => response.end('ok');
  let shown: 'allowed' | 'other' = 'allowed';

  const listener =
    (tls: boolean): RequestListener =>
    (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url: target = '', headers } = request;
        seen.push({ tls, method, target, headers, body: Buffer.concat(chunks).toString() });
        handler(request, response);
      });
    };
  const http = createServer(listener(false));
  const https = createTlsServer(
    { ...tlsFiles('allowed'), SNICallback: (_name, done) => done(null, contexts[shown]) },
    listener(true),
  );
  return {
    http: await listen(http),
    https: await listen(https),
    ca: tlsFiles('allowed').ca,
    seen,
    handle: (next) => {
      handler = next;
    },
    certificate: (which) => {
      shown = which;
    },
    close: async () => {
      await Promise.all([stop(http), stop(https)]);
    },
  };
}

function contextOf(name: 'allowed' | 'other') {
  const { key, cert } = tlsFiles(name);
  return createSecureContext({ key, cert });
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      // A TCP server that listens has an address with a port.
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

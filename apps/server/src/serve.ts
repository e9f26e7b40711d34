import { createServer } from 'node:http';

/** What the server's process was started with. */
export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  /** What browsers call this server. */
  readonly publicUrl: string;
  /** The folder of all that must survive. */
  readonly data: string;
  /** Address without user and password, and the password of the runtime role. */
  readonly database: { readonly url: string; readonly password: string };
  readonly broker: { readonly socket: string; readonly token: string };
  /** Signs people's sessions. */
  readonly sessionKey: string;
  /** Folder of the studio's built files, which may not be there yet. */
  readonly studioFiles: string;
  /** Whether the example workspace is still to be made; to make it twice must change nothing. */
  readonly seedExample: boolean;
}

/** A server that answers. */
export interface Served {
  /** Where the first account is made; null once there is one. Holds a secret. */
  readonly setupUrl: string | null;
  /** Takes no new requests, gives its runs back, and resolves when all is ended. */
  close(): Promise<void>;
}

/** Placeholder until the wiring: listens and answers `GET /health`. */
export async function serve(options: ServeOptions): Promise<Served> {
  const server = createServer((request, response) => {
    const healthy = request.url === '/health';
    response.writeHead(healthy ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ status: healthy ? 'ok' : 'not found' }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return {
    setupUrl: null,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

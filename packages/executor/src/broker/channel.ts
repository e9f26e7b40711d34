import { setMaxListeners } from 'node:events';
import type { JsonObject } from '@countersign/contract';
import { type Dispatcher, errors, Pool } from 'undici';
import { egressFault } from '../egress/errors.ts';
import { ignore } from '../egress/ignore.ts';
import { faultFromWire } from '../egress/wire/fault.ts';

/** Requests to the broker over kept connections of its Unix socket. */
export class BrokerChannel {
  readonly #pool: Pool;
  readonly #authorization: string;

  constructor({ socket, token }: { readonly socket: string; readonly token: string }) {
    this.#authorization = `Bearer ${token}`;
    this.#pool = new Pool('http://broker', {
      connect: { socketPath: socket },
      pipelining: 1,
      maxHeaderSize: MAX_HEAD,
      // The broker watches over every exchange, and never hangs up by itself.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: KEEP_MS,
      keepAliveMaxTimeout: KEEP_MS,
    });
  }

  /**
   * Sends a request and gives the broker's answer as it begins.
   * @throws the broker's own fault, `BROKER_UNREACHABLE` or `BROKER_LOST`.
   */
  async send(
    route: string,
    body: Uint8Array | null,
    signal?: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const answer = await this.#request(route, body, signal);
    answer.body.on('error', ignore);
    if (answer.statusCode === 200) return answer;
    throw faultFromWire(await answer.body.text()) ?? egressFault('BROKER_LOST');
  }

  /** The same for a short answer, read whole. */
  async ask(route: string, body: Uint8Array | null, signal?: AbortSignal): Promise<JsonObject> {
    const answer = await this.send(route, body, signal);
    try {
      // The broker answers every such route with an object.
      return (await answer.body.json()) as JsonObject;
    } catch (cause) {
      signal?.throwIfAborted();
      throw egressFault('BROKER_LOST', { cause });
    }
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  async #request(
    route: string,
    body: Uint8Array | null,
    signal: AbortSignal | undefined,
  ): Promise<Dispatcher.ResponseData> {
    signal?.throwIfAborted();
    // One signal stops all of a run's calls, and there may be many at once.
    if (signal !== undefined) setMaxListeners(0, signal);
    try {
      return await this.#pool.request({
        path: route,
        method: body === null ? 'GET' : 'POST',
        headers: { authorization: this.#authorization },
        body,
        signal,
      });
    } catch (cause) {
      signal?.throwIfAborted();
      throw egressFault(wasSent(cause) ? 'BROKER_LOST' : 'BROKER_UNREACHABLE', { cause });
    }
  }
}

/** The largest head of an answer, and the wrapping of it. */
const MAX_HEAD = 128 * 1024;

/** How long an unused connection is kept, in milliseconds. */
const KEEP_MS = 600_000;

/** Whether the broker may have had the request. Where it could not even be reached the system says so by its code. */
function wasSent(error: unknown): boolean {
  if (error instanceof errors.SocketError) return error.socket?.bytesWritten !== 0;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return !UNSENT.has(String(code));
}

const UNSENT: ReadonlySet<string> = new Set([
  'ENOENT',
  'ECONNREFUSED',
  'EACCES',
  'ENOTDIR',
  'EAGAIN',
  'EMFILE',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_DESTROYED',
  'UND_ERR_CLOSED',
]);

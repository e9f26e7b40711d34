import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { errors } from 'undici';
import type { Deadline } from '../deadline.ts';
import { ignore } from '../ignore.ts';
import { ConnectionGone, type HttpConnection } from './kept-connections.ts';

/** One request, ready to be sent. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

/** The beginning of an answer. */
export interface HttpHead {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
}

export type Exchanged =
  | { readonly kind: 'head'; readonly head: HttpHead }
  /** The connection had ended before anything was sent on it. */
  | { readonly kind: 'gone' }
  /** It ended, after being kept from an earlier exchange, without one byte of an answer. */
  | { readonly kind: 'stale' }
  | { readonly kind: 'lost'; readonly message: string };

/** Sends one request on a connection and waits for the head of its answer. Rejects with `Stopped` at the deadline. */
export async function exchange(
  connection: HttpConnection,
  request: HttpRequest,
  deadline: Deadline,
): Promise<Exchanged> {
  const { used } = connection;
  try {
    const answered = connection.client.request({
      path: request.path,
      method: request.method,
      headers: request.headers,
      body: request.body,
      signal: deadline.signal,
    });
    // Whoever reads the body sees its errors, and one that comes too late is read by nobody.
    void answered.then(({ body }) => body.on('error', ignore), ignore);
    const { statusCode, headers, body } = await deadline.wait(answered);
    return { kind: 'head', head: { status: statusCode, headers, body } };
  } catch (error) {
    if (deadline.signal.aborted) throw deadline.signal.reason;
    // Our own mistake; it is found before anything is sent.
    if (error instanceof errors.InvalidArgumentError) throw error;
    if (error instanceof ConnectionGone) return { kind: 'gone' };
    if (used && isHangUp(error)) return { kind: 'stale' };
    return { kind: 'lost', message: sayLost(error) };
  }
}

function isHangUp(error: unknown): boolean {
  return (
    error instanceof errors.SocketError ||
    (error instanceof Error && 'code' in error && error.code === 'ECONNRESET')
  );
}

function sayLost(error: unknown): string {
  if (error instanceof errors.HeadersOverflowError) return 'The head of the answer is too large.';
  if (error instanceof errors.HTTPParserError) return 'The answer is not HTTP.';
  return 'The connection ended before an answer came.';
}

import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Fault } from '@countersign/contract';
import { faultToWire } from '@countersign/executor/egress';
import { brokerFault } from '../errors.ts';
import { type Answer, type Handler, jsonAnswer } from './exchange.ts';

/** What the server is made with. */
export interface ServerTools {
  readonly routes: ReadonlyMap<string, Handler>;
  /** Whoever may ask has it. */
  readonly token: string;
  readonly maxRequestBytes: number;
  /** Told of what should not have happened. */
  broke(error: unknown): void;
}

/** HTTP over whatever it is made to listen on. Does nothing while nobody asks. */
export function brokerServer(tools: ServerTools): Server {
  const mayAsk = tokenCheck(tools.token);
  const server = createServer(
    // Nothing is polled for: the other side is our own server, and each exchange has its deadline.
    {
      keepAliveTimeout: 0,
      requestTimeout: 0,
      headersTimeout: 0,
      connectionsCheckingInterval: NEVER,
    },
    (request, response) => {
      void respond(request, response).catch((error: unknown) => {
        tools.broke(error);
        response.destroy();
      });
    },
  );
  return server;

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) gone.abort();
    });
    response.on('error', () => gone.abort());
    const answer = await answerTo(request, gone.signal);
    await answer(response);
  }

  async function answerTo(request: IncomingMessage, signal: AbortSignal): Promise<Answer> {
    try {
      if (!mayAsk(request.headers.authorization)) throw brokerFault('BROKER_TOKEN_WRONG');
      const handler = tools.routes.get(request.url ?? '');
      if (handler === undefined) throw brokerFault('BROKER_ROUTE_UNKNOWN');
      return await handler(await bodyOf(request, tools.maxRequestBytes), signal);
    } catch (thrown) {
      if (!Fault.is(thrown) && !signal.aborted) tools.broke(thrown);
      const fault = Fault.is(thrown) ? thrown : brokerFault('BROKER_BROKE');
      return jsonAnswer(faultToWire(fault), fault.spec.status);
    }
  }
}

/** About 24 days, the longest a timer of Node's can wait. */
const NEVER = 0x7fffffff;

/** Compares in a time that says nothing of where two tokens differ. */
function tokenCheck(token: string): (authorization: string | undefined) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const wanted = digest(`Bearer ${token}`);
  return (authorization = '') => timingSafeEqual(digest(authorization), wanted);
}

/** The whole body. By events, since an iterator over a stream costs more than all the rest of a short request. */
function bodyOf(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let total = 0;
    request.on('data', (chunk: Buffer) => {
      total += chunk.length;
      if (total <= maxBytes) chunks.push(chunk);
      else reject(brokerFault('BROKER_REQUEST_TOO_LARGE', { details: { maxBytes } }));
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
  });
}

import {
  at,
  type Broker,
  type EgressResponse,
  Fault,
  type Granted,
  type JsonObject,
  type Performed,
  repeatOf,
  type Usage,
} from '@countersign/contract';
import { ignore } from '../egress/ignore.ts';
import { failed } from '../failures.ts';
import type { PerformContext, Performer } from '../performer.ts';
import { bodyFields } from './body.ts';
import { readArgs, targetOf } from './request.ts';

/** Bytes of a reply that are read; the rest of the action's output is for headers and escapes. */
const MAX_REPLY_BYTES = 1_000_000;

/** `http.request` and `http.fetch`: one exchange, made by the broker. */
export function httpPerformer(broker: Pick<Broker, 'fetch'>): Performer {
  return async (granted, context) => {
    const args = readArgs(granted.call.args);
    const body = args.body === null ? null : new TextEncoder().encode(args.body);
    if (args.body !== null && isLook(args.method))
      return failed('ARGUMENTS_UNUSABLE', `${args.method} takes no body.`);
    const target = targetOf(args);
    if (target === null) return failed('ARGUMENTS_UNUSABLE', 'The address cannot be read.');
    const usage: Usage = { bytesOut: target.length + (body?.length ?? 0) };
    context.sending();
    try {
      const response = await broker.fetch(
        {
          workspace: granted.call.actor.workspace,
          run: granted.call.actor.run,
          call: granted.call.id,
          connection: granted.call.connection,
          method: args.method,
          url: target,
          headers: {
            ...args.headers,
            ...(body === null ? {} : { 'content-type': args.contentType }),
          },
          body,
          maxResponseBytes: MAX_REPLY_BYTES,
          timeoutMs: granted.descriptor.bounds.timeoutMs,
          ...(granted.isDirect === true ? { followsRedirects: false } : {}),
        },
        context.signal,
      );
      return await answered(granted, response, usage, context);
    } catch (thrown) {
      return notAnswered(granted, thrown, usage);
    }
  };
}

function isLook(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

async function answered(
  granted: Granted,
  response: EgressResponse,
  usage: Usage,
  context: PerformContext,
): Promise<Performed> {
  const contentType = response.headers['content-type'] ?? '';
  const head = {
    status: response.status,
    url: response.url.slice(0, 4_000),
    headers: shownHeaders(response.headers),
    contentType: contentType.slice(0, 200),
  };
  try {
    const bytes = await readAll(response.body, context.signal);
    const result: JsonObject = { ...head, bytes: bytes.length, ...bodyFields(bytes, contentType) };
    const used = { ...usage, bytesIn: bytes.length };
    if (sizeOf(result) <= granted.descriptor.bounds.maxOutputBytes)
      return { kind: 'done', result, usage: used };
    return tooLarge(granted, head, used);
  } catch (thrown) {
    if (context.signal.aborted || !Fault.is(thrown)) throw thrown;
    if (thrown.code === 'EGRESS_BODY_TOO_LARGE') return tooLarge(granted, head, usage);
    if (isSafe(granted)) return failed('EXCHANGE_NO_ANSWER', thrown.message, usage);
    return done({ ...head, bytes: 0, dropped: thrown.message }, usage);
  }
}

/** What was changed stays changed: a reply that cannot be given is dropped, and its status told. */
function tooLarge(granted: Granted, head: JsonObject, usage: Usage): Performed {
  if (isSafe(granted))
    return failed('EXCHANGE_TOO_LARGE', `The limit is ${MAX_REPLY_BYTES} bytes.`, usage);
  return done({ ...head, bytes: 0, dropped: 'The reply was larger than may be given.' }, usage);
}

function notAnswered(granted: Granted, thrown: unknown, usage: Usage): Performed {
  if (!Fault.is(thrown)) throw thrown;
  const details = thrown.details;
  switch (thrown.code) {
    case 'EGRESS_REFUSED':
      // Refused on the way, after an earlier hop was made: what that hop did is not known.
      if (at(details, '/sent') === true && !isSafe(granted)) return lost(usage);
      return failed('EXCHANGE_REFUSED', thrown.message, usage);
    case 'EGRESS_UNREACHABLE':
    case 'BROKER_UNREACHABLE':
      return failed('EXCHANGE_UNREACHABLE', undefined, {});
    case 'EGRESS_LOST':
    case 'BROKER_LOST':
      return isSafe(granted) ? failed('EXCHANGE_NO_ANSWER', undefined, usage) : lost(usage);
    default:
      throw thrown;
  }
}

function lost(usage: Usage): Performed {
  return { kind: 'unknown', why: 'The request was sent and no answer came.', usage };
}

function done(result: JsonObject, usage: Usage): Performed {
  return { kind: 'done', result, usage };
}

function isSafe(granted: Granted): boolean {
  return repeatOf(granted.descriptor, granted.call.args) === 'safe';
}

function sizeOf(result: JsonObject): number {
  return Buffer.byteLength(JSON.stringify(result));
}

/** Reads a body to its end, or gives it up at once when the call is stopped. */
async function readAll(body: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<Uint8Array> {
  const reader = body.getReader();
  const giveUp = () => void reader.cancel(signal.reason).catch(ignore);
  signal.addEventListener('abort', giveUp, { once: true });
  const chunks: Uint8Array[] = [];
  try {
    for (;;) {
      const { done: ended, value } = await reader.read();
      signal.throwIfAborted();
      if (ended) return Buffer.concat(chunks);
      chunks.push(value);
    }
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

const SHOWN =
  /^(?:content-type|content-length|content-disposition|content-language|etag|last-modified|location|link|retry-after|allow|x-request-id|x-total-count|(?:x-)?ratelimit-[a-z-]{1,40})$/;

/** The headers that help a caller; cookies and the rest are nobody's business. */
function shownHeaders(headers: EgressResponse['headers']): JsonObject {
  const shown = Object.entries(headers).filter(([name]) => SHOWN.test(name));
  return Object.fromEntries(
    shown.slice(0, 40).map(([name, value]) => [name, value.slice(0, 2_000)]),
  );
}

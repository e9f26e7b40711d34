import type { Broker, EgressResponse, JsonObject } from '@countersign/contract';
import { isJsonObject } from '@countersign/contract';
import { failed, failureOfAnswer, failureOfThrown } from '../failure.ts';
import { Hearing } from '../hearing.ts';
import { readStream } from '../read-stream.ts';
import type { Question, Said, Speaker } from '../speaker.ts';
import { estimateTokensIn, estimateTokensOut } from '../tokens.ts';
import { readEvents } from './events.ts';
import { ChatListener, errorText } from './listen.ts';
import { chatRequest } from './request.ts';

/** Bytes of one reply, with all that a stream wraps around it. */
const MAX_REPLY_BYTES = 32_000_000;

/**
 * Models behind the chat completions that OpenAI began and vLLM, Ollama, llama.cpp and many others speak.
 * Spoken by ourselves: through a provider package each token costs several times as much.
 */
export function chatSpeaker(broker: Pick<Broker, 'fetch'>, now: () => number): Speaker {
  return async (question, signal, onDelta) => {
    const { baseUrl } = question.config;
    if (baseUrl === undefined)
      return failed('MODEL_BAD_REQUEST', 'The connection has no base URL.');
    try {
      const body = new TextEncoder().encode(JSON.stringify(chatRequest(question.request)));
      const response = await send(broker, question, baseUrl, body, signal);
      if (response.status >= 400) return await refusal(response, signal, now());
      const hearing = new Hearing(onDelta);
      await listen(response, new ChatListener(hearing), signal);
      return said(question, hearing, body.length);
    } catch (thrown) {
      signal.throwIfAborted();
      return failureOfThrown(thrown);
    }
  };
}

function send(
  broker: Pick<Broker, 'fetch'>,
  { request, workspace, run, call, timeoutMs }: Question,
  baseUrl: string,
  body: Uint8Array,
  signal: AbortSignal,
): Promise<EgressResponse> {
  return broker.fetch(
    {
      workspace,
      run,
      call,
      connection: request.connection,
      method: 'POST',
      url: `${baseUrl.replace(/\/+$/, '')}/chat/completions`,
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body,
      maxResponseBytes: MAX_REPLY_BYTES,
      timeoutMs,
    },
    signal,
  );
}

async function listen(
  response: EgressResponse,
  listener: ChatListener,
  signal: AbortSignal,
): Promise<void> {
  // Some servers do not stream although they are asked to.
  const isWhole = /^application\/json\b/i.test(response.headers['content-type'] ?? '');
  if (isWhole) listener.take(jsonOf(await textOf(response, signal, MAX_REPLY_BYTES)) ?? {});
  else for await (const event of readEvents(response.body, signal)) listener.take(event);
  listener.end();
}

function said({ request }: Question, hearing: Hearing, bytesOut: number): Said {
  const heard = hearing.whole();
  return {
    kind: 'said',
    reply: {
      ...heard,
      tokensIn: heard.tokensIn ?? estimateTokensIn(request),
      tokensOut: heard.tokensOut ?? estimateTokensOut(heard),
    },
    bytesOut,
  };
}

const MAX_REFUSAL_BYTES = 64_000;

async function refusal(response: EgressResponse, signal: AbortSignal, now: number): Promise<Said> {
  const { status, headers } = response;
  const body = await textOf(response, signal, MAX_REFUSAL_BYTES);
  const error = jsonOf(body)?.['error'];
  const message = error === undefined || error === null ? body : errorText(error);
  return failureOfAnswer({ status, headers, message, body }, now);
}

async function textOf({ body }: EgressResponse, signal: AbortSignal, max: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of readStream(body, signal)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > max) break;
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, max));
}

function jsonOf(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

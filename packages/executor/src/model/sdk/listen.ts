import type { LanguageModelV3FinishReason, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import type { ModelDelta, ModelReply } from '@countersign/contract';
import { plainText } from '../../plain-json.ts';
import { readToolArguments } from '../tool-arguments.ts';

/** A reply with what the provider counted; null where it counted nothing. */
export interface Heard extends Omit<ModelReply, 'tokensIn' | 'tokensOut'> {
  readonly tokensIn: number | null;
  readonly tokensOut: number | null;
}

const MAX_TEXT = 1_000_000;
const MAX_CALLS = 64;

/**
 * Reads a model's stream to its end, telling of text as it comes.
 * @throws what the stream gives as its error, or the signal's reason.
 */
export async function listen(
  stream: ReadableStream<LanguageModelV3StreamPart>,
  signal: AbortSignal,
  onDelta: (delta: ModelDelta) => void,
): Promise<Heard> {
  const pieces: string[] = [];
  const calls: { id: string; tool: string; args: ReturnType<typeof readToolArguments> }[] = [];
  let [length, tokensIn, tokensOut] = [0, null as number | null, null as number | null];
  let finish: LanguageModelV3FinishReason | null = null;
  for await (const part of readable(stream, signal)) {
    switch (part.type) {
      case 'text-delta':
        length += part.delta.length;
        if (length > MAX_TEXT) throw new Error('The reply is longer than a million characters.');
        pieces.push(part.delta);
        if (part.delta !== '') onDelta({ kind: 'text', text: part.delta });
        break;
      case 'tool-input-start':
        onDelta({ kind: 'tool', tool: part.toolName });
        break;
      case 'tool-call':
        // What a provider runs by itself is no wish to us.
        if (part.providerExecuted) break;
        if (calls.length >= MAX_CALLS) throw new Error('The reply wishes for more than 64 tools.');
        calls.push({
          id: unusedId(part.toolCallId, calls),
          tool: plainText(part.toolName).slice(0, 200),
          args: readToolArguments(part.input),
        });
        break;
      case 'error':
        throw part.error;
      case 'finish':
        finish = part.finishReason;
        tokensIn = part.usage.inputTokens.total ?? null;
        tokensOut = part.usage.outputTokens.total ?? null;
        break;
      default:
        // Reasoning, sources and the frame of the text.
        break;
    }
  }
  if (finish === null || finish.unified === 'error')
    throw new Error('The reply broke off before its end.');
  const text = plainText(pieces.join(''));
  return { text, calls, finish: finishOf(finish, calls.length > 0), tokensIn, tokensOut };
}

/** Reads until the end; a stop gives the stream up at once, whatever it waits for. */
async function* readable<T>(stream: ReadableStream<T>, signal: AbortSignal): AsyncGenerator<T> {
  const reader = stream.getReader();
  const giveUp = () => {
    // Its failure is the stream's, which the next read tells.
    reader.cancel(signal.reason).catch(() => undefined);
  };
  signal.throwIfAborted();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', giveUp);
    giveUp();
  }
}

/** Some servers give every call the same id, and refuse to read that back. */
function unusedId(id: string, calls: readonly { readonly id: string }[]): string {
  const wanted = plainText(id).slice(0, 190) || 'call';
  const taken = calls.some((call) => call.id === wanted);
  return taken ? `${wanted}_${calls.length + 1}` : wanted;
}

function finishOf(
  { unified }: LanguageModelV3FinishReason,
  hasCalls: boolean,
): ModelReply['finish'] {
  switch (unified) {
    case 'stop':
      // Some servers say `stop` although they wish for tools.
      return hasCalls ? 'tool-calls' : 'stop';
    case 'tool-calls':
    case 'length':
      return unified;
    case 'content-filter':
      return 'filtered';
    default:
      return 'other';
  }
}

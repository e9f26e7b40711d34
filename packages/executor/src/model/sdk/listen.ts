import type { LanguageModelV3FinishReason, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import type { ModelDelta, ModelReply } from '@countersign/contract';
import { type Heard, Hearing } from '../hearing.ts';
import { readStream } from '../read-stream.ts';

/**
 * Reads a provider package's stream to its end, telling of text as it comes.
 * @throws what the stream gives as its error, or the signal's reason.
 */
export async function listen(
  stream: ReadableStream<LanguageModelV3StreamPart>,
  signal: AbortSignal,
  onDelta: (delta: ModelDelta) => void,
): Promise<Heard> {
  const hearing = new Hearing(onDelta);
  for await (const part of readStream(stream, signal)) {
    switch (part.type) {
      case 'text-delta':
        hearing.text(part.delta);
        break;
      case 'tool-input-start':
        hearing.begins(part.toolName);
        break;
      case 'tool-call':
        // What a provider runs by itself is no wish to us.
        if (!part.providerExecuted) hearing.call(part.toolCallId, part.toolName, part.input);
        break;
      case 'error':
        throw part.error;
      case 'finish': {
        const finish = finishOf(part.finishReason);
        if (finish) hearing.finish(finish);
        hearing.count(part.usage.inputTokens.total, part.usage.outputTokens.total);
        break;
      }
      default:
        // Reasoning, sources and the frame of the text.
        break;
    }
  }
  return hearing.whole();
}

/** Null where the reply broke off. */
function finishOf({ unified }: LanguageModelV3FinishReason): ModelReply['finish'] | null {
  switch (unified) {
    case 'stop':
    case 'tool-calls':
    case 'length':
      return unified;
    case 'content-filter':
      return 'filtered';
    case 'error':
      return null;
    default:
      return 'other';
  }
}

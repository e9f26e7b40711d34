import { isJsonObject, type JsonObject } from '@countersign/contract';
import { readStream } from '../read-stream.ts';

/** Characters of one event; a reply's own bound is far below it. */
const MAX_EVENT = 4_000_000;

/**
 * The JSON objects of a stream of server-sent events (WHATWG HTML section 9.2), until `[DONE]` or the
 * end. What is no event is passed over, as browsers do.
 * @throws Error for an event without end or one that is no JSON object, faults of the stream, the signal's reason.
 */
export async function* readEvents(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<JsonObject> {
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];
  for await (const chunk of readStream(stream, signal)) {
    rest += decoder.decode(chunk, { stream: true });
    if (rest.length > MAX_EVENT) throw new Error('An event of the reply has no end.');
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const raw of lines) {
      const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
      if (line.startsWith('data:')) data.push(line.slice(line.charAt(5) === ' ' ? 6 : 5));
      else if (line === '' && data.length > 0) {
        const text = data.join('\n');
        data = [];
        if (text === '[DONE]') return;
        yield objectOf(text);
      }
    }
  }
  // Some servers forget the blank line after their last event.
  const last = [...data, ...(rest.startsWith('data:') ? [rest.slice(5).trim()] : [])].join('\n');
  if (last !== '' && last !== '[DONE]') yield objectOf(last);
}

function objectOf(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value)) throw new Error('An event of the reply is no object.');
  return value;
}

import { ignore } from '../egress/ignore.ts';

/** What may follow after the last thing that somebody wanted to read, in milliseconds and in chunks. */
const REST = { ms: 200, chunks: 4 };

/** Reads a stream until its end; a stop gives it up at once, whatever it waits for, and throws the signal's reason. */
export async function* readStream<T>(
  stream: ReadableStream<T>,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const reader = stream.getReader();
  const giveUp = () => {
    // Its failure is the stream's, which the next read tells.
    reader.cancel(signal.reason).catch(ignore);
  };
  signal.throwIfAborted();
  signal.addEventListener('abort', giveUp, { once: true });
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      ended = done;
      signal.throwIfAborted();
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', giveUp);
    if (!ended) leave(reader).catch(ignore);
  }
}

/** Reads the little that is left, so that its connection can be used again; cuts the other side off where it goes on. */
async function leave<T>(reader: ReadableStreamDefaultReader<T>): Promise<void> {
  const late = setTimeout(() => reader.cancel().catch(ignore), REST.ms);
  late.unref();
  try {
    for (let left = REST.chunks; left > 0; left--) if ((await reader.read()).done) return;
    await reader.cancel();
  } finally {
    clearTimeout(late);
  }
}

import { ignore } from '../egress/ignore.ts';

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

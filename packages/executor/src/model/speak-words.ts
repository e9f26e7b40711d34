import type { ModelDelta } from '@countersign/contract';

/** Waits a moment between words, so that a reader can follow; without it words come at once. */
export type Pace = (signal: AbortSignal) => Promise<void>;

/** Gives a text word by word, as a model's stream would. Rejects with the signal's reason when stopped. */
export async function speakWords(
  text: string,
  pace: Pace | null,
  signal: AbortSignal,
  onDelta: (delta: ModelDelta) => void,
): Promise<void> {
  for (const word of text.match(/\s*\S+\s*$|\s*\S+/g) ?? []) {
    signal.throwIfAborted();
    onDelta({ kind: 'text', text: word });
    if (pace) await pace(signal);
  }
  signal.throwIfAborted();
}

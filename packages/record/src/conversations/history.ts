import type { Json, Message, RunEvent, RunResult } from '@countersign/contract';

/** What one ended run said and was told: its first entry's payload (null where erased), and how it ended. */
export interface EndedRun {
  readonly started: Json | null;
  readonly result: RunResult | null;
}

/**
 * The newest `limit` messages of runs, which are given newest first; oldest message first.
 * A run is taken up whole or cut from its front, so what is left of the oldest one may start in the middle of
 * what the person said, but never with the model's answer.
 */
export function historyFrom(runs: readonly EndedRun[], limit: number): readonly Message[] {
  const messages = runs.toReversed().flatMap(messagesOf).slice(-limit);
  const start = messages.findIndex(({ role }) => role === 'user');
  return start < 0 ? [] : messages.slice(start);
}

/** The person's messages and the answer. Of an erased run, whose words are gone, nothing is told: an answer alone would mislead. */
function messagesOf({ started, result }: EndedRun): readonly Message[] {
  // The payload of a `run.started` entry is that event; only our own commits write entries.
  const event = started as Extract<RunEvent, { kind: 'run.started' }> | null;
  if (event === null) return [];
  if (result?.kind !== 'answered' || result.text === '') return event.messages;
  const answer: Message = {
    role: 'assistant',
    text: result.text,
    calls: [],
    label: result.label,
  };
  return [...event.messages, answer];
}

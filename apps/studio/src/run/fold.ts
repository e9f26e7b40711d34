import {
  EVENT_KINDS,
  isJsonObject,
  type RunEvent,
  type RunResult,
  type StreamedEntry,
} from '@countersign/contract';
import { onAnswered } from './fold-answer.ts';
import { onIntent } from './fold-intent.ts';
import { onOutcome } from './fold-outcome.ts';
import { change, ended } from './fold-steps.ts';
import type { RunView } from './run-view.ts';

/**
 * The view after some more entries. Pure, and shares every step that did not change, so that only rows that changed
 * are drawn again. Entries the view has already are skipped: a stream may send some twice after a lost connection.
 */
export function foldAll(view: RunView, entries: readonly StreamedEntry[]): RunView {
  const fresh = entries.filter((entry) => entry.index > view.lastIndex);
  if (fresh.length === 0) return view;
  // Copied once for all of them: a copy for each would make ten thousand entries a hundred million moves.
  const draft: Draft = { ...view, steps: [...view.steps], places: new Map(view.places) };
  for (const entry of fresh) foldOne(draft, entry);
  return draft;
}

/** A view under construction: its lists are its own and may be written to. */
export type Draft = {
  -readonly [Key in keyof RunView]: RunView[Key];
} & {
  steps: RunView['steps'][number][];
  places: Map<string, number>;
};

function foldOne(draft: Draft, entry: StreamedEntry): void {
  if (entry.index <= draft.lastIndex) return;
  draft.lastIndex = entry.index;
  draft.entries += 1;
  if (entry.erased) draft.erased += 1;
  if (entry.kind === 'call.intent') return onIntent(draft, entry);
  if (entry.kind === 'run.ended') return onEnded(draft, entry);
  const event = eventOf(entry);
  if (event) onEvent(draft, entry, event);
}

function onEvent(draft: Draft, entry: StreamedEntry, event: RunEvent): void {
  switch (event.kind) {
    case 'run.started':
      draft.start = event.start;
      draft.said = event.messages;
      draft.startedAt = entry.time;
      draft.nextOrdinal = 1;
      return;
    case 'call.refused': {
      const refusal = { code: event.code, reason: event.reason, index: entry.index, at: entry.time };
      return change(draft, event.call, (step) => ({ ...step, state: 'refused', refusal }));
    }
    case 'call.held': {
      const { id, expiresAt } = event.question;
      const question = { id, expiresAt, about: 'call', index: entry.index, at: entry.time } as const;
      return change(draft, event.call, (step) =>
        step.kind === 'call' ? { ...step, state: 'held', question } : step,
      );
    }
    case 'call.outcome':
      return onOutcome(draft, entry, event);
    case 'question.answered':
      return onAnswered(draft, entry, event);
    case 'run.cancelled':
      return ended(draft, entry, { kind: 'cancelled', by: event.by, reason: event.reason });
    case 'run.failed':
      return ended(draft, entry, { kind: 'failed', code: event.code, reason: event.reason });
  }
}

function onEnded(draft: Draft, entry: StreamedEntry): void {
  const { payload } = entry;
  // Written by the server's `endEntry` alone, with a RunResult in it.
  const result = isJsonObject(payload) ? (payload['result'] as unknown as RunResult) : null;
  ended(draft, entry, result ?? draft.result);
}

function eventOf(entry: StreamedEntry): RunEvent | null {
  const kinds: readonly string[] = EVENT_KINDS;
  // The payload of an event entry is the event: written by the server's `eventEntry` alone.
  return kinds.includes(entry.kind) && isJsonObject(entry.payload)
    ? (entry.payload as unknown as RunEvent)
    : null;
}

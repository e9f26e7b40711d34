import {
  isJsonObject,
  type RunEvent,
  type RunResult,
  type StreamedEntry,
} from '@countersign/contract';
import { onAnswered } from './fold-answer.ts';
import type { Draft } from './fold-draft.ts';
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

function foldOne(draft: Draft, entry: StreamedEntry): void {
  if (entry.index <= draft.lastIndex) return;
  draft.lastIndex = entry.index;
  draft.entries += 1;
  if (entry.erased) draft.erased += 1;
  if (entry.kind === 'call.intent') onIntent(draft, entry);
  else if (entry.kind === 'run.ended') onEnded(draft, entry);
  else onEvent(draft, entry, eventOf(entry));
}

function onEvent(draft: Draft, entry: StreamedEntry, event: RunEvent | null): void {
  const { index, time: at } = entry;
  switch (event?.kind) {
    case 'run.started':
      draft.start = event.start;
      draft.said = event.messages;
      draft.startedAt = at;
      draft.nextOrdinal = 1;
      break;
    case 'call.refused': {
      const { code, reason, why = null } = event;
      const refusal = { code, reason, why, index, at };
      change(draft, event.call, (step) => ({ ...step, state: 'refused', refusal }));
      break;
    }
    case 'call.held': {
      const { why } = event;
      const question = { ...event.question, about: 'call', why, index, at } as const;
      change(draft, event.call, (step) =>
        step.kind === 'call' ? { ...step, state: 'held', question } : step,
      );
      break;
    }
    case 'call.outcome':
      onOutcome(draft, entry, event);
      break;
    case 'question.supported':
    case 'call.delegated':
      // The question itself shows how many have said yes, and the other run what it does.
      break;
    case 'question.answered':
      onAnswered(draft, entry, event);
      break;
    case 'intent.committed':
      draft.agreement = { kind: 'agreed', slots: event.contract.slots, widened: [], index };
      break;
    case 'intent.widened': {
      const { agreement } = draft;
      if (agreement?.kind === 'agreed')
        draft.agreement = { ...agreement, widened: [...agreement.widened, event.widening] };
      break;
    }
    case 'intent.missing':
      draft.agreement = { kind: 'none', reason: event.reason, index };
      break;
    case 'run.cancelled':
      ended(draft, entry, { kind: 'cancelled', by: event.by, reason: event.reason });
      break;
    case 'run.failed':
      ended(draft, entry, { kind: 'failed', code: event.code, reason: event.reason });
      break;
    case undefined:
      // Its content was erased, or it is of a kind that tells of no step.
      break;
  }
}

function onEnded(draft: Draft, entry: StreamedEntry): void {
  const { payload } = entry;
  // Written by the server's `endEntry` alone, with a RunResult in it.
  const result = isJsonObject(payload) ? (payload['result'] as unknown as RunResult) : null;
  ended(draft, entry, result ?? draft.result);
}

function eventOf(entry: StreamedEntry): RunEvent | null {
  const { payload } = entry;
  // The payload of an event entry is the event, and names its kind: written by the server's `eventEntry` alone.
  return isJsonObject(payload) && payload['kind'] === entry.kind
    ? (payload as unknown as RunEvent)
    : null;
}

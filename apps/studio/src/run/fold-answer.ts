import { callId, type RunEvent, type StreamedEntry } from '@countersign/contract';
import type { Draft } from './fold-draft.ts';
import { newCall, put } from './fold-steps.ts';
import type { CallState, CallStep } from './run-view.ts';

type AnswerEvent = Extract<RunEvent, { kind: 'question.answered' }>;

/** A person has answered. As in the engine, only the question that a call waits for counts. */
export function onAnswered(draft: Draft, entry: StreamedEntry, event: AnswerEvent): void {
  const place = draft.places.get(event.call);
  const step = place === undefined ? undefined : draft.steps[place];
  if (step?.kind !== 'call') return;
  const answered = {
    question: event.question,
    answer: event.answer,
    by: event.by,
    index: entry.index,
    at: entry.time,
  };
  const known: CallStep = { ...step, answers: [...step.answers, answered] };
  const isAwaited = step.question?.id === event.question && isAsking(step.state);
  if (!isAwaited) put(draft, known);
  else if (event.answer.kind === 'edit') replace(draft, known, event.answer.args);
  else put(draft, { ...known, state: stateAfter(event.answer.kind) });
}

function isAsking(state: CallState): boolean {
  return state === 'held' || state === 'unknown';
}

function stateAfter(answer: Exclude<AnswerEvent['answer']['kind'], 'edit'>): CallState {
  switch (answer) {
    case 'approve':
    case 'repeat':
      return 'waiting';
    case 'deny':
    case 'expired':
      return 'denied';
    case 'happened':
      return 'done';
  }
}

/** Edited arguments are another call, with the engine's next id. */
function replace(draft: Draft, step: CallStep, args: NonNullable<CallStep['args']>): void {
  const id = callId(draft.run, draft.nextOrdinal);
  draft.nextOrdinal += 1;
  put(draft, { ...step, state: 'edited', replacedBy: id });
  const { action, connection, turn } = step;
  put(draft, {
    ...newCall(draft, { id, action, connection, args }),
    turn,
    insteadOf: step.id,
  });
}

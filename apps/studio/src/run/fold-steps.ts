import type { JsonObject, RunResult, StreamedEntry } from '@countersign/contract';
import type { Draft } from './fold-draft.ts';
import type { CallStep, ModelStep, Step } from './run-view.ts';

/** Puts a step at the end, or in the place of the one with its id. */
export function put(draft: Draft, step: Step): void {
  const place = draft.places.get(step.id);
  if (place === undefined) {
    draft.places.set(step.id, draft.steps.length);
    draft.steps.push(step);
  } else {
    draft.steps[place] = step;
  }
}

/** Changes the step of a call; a call nobody wished for, as far as is known, becomes a step first. */
export function change(draft: Draft, call: string, how: (step: Step) => Step): void {
  const place = draft.places.get(call);
  const known = place === undefined ? undefined : draft.steps[place];
  put(draft, how(known ?? newCall(draft, { id: call, action: '', args: null })));
}

/** A call as it is wished for. */
export function newCall(
  draft: Pick<Draft, 'turns'>,
  about: { id: string; action: string; args: JsonObject | null; connection?: string | null },
): CallStep {
  return {
    kind: 'call',
    id: about.id,
    turn: Math.max(1, draft.turns),
    action: about.action,
    connection: about.connection ?? null,
    args: about.args,
    state: 'waiting',
    attempts: 0,
    intent: null,
    outcome: null,
    question: null,
    answers: [],
    refusal: null,
    insteadOf: null,
    replacedBy: null,
  };
}

/** The run is over: what was still under way is not any more. */
export function ended(draft: Draft, entry: StreamedEntry, result: RunResult | null): void {
  draft.result = result;
  draft.endedAt = entry.time;
  for (const [place, step] of draft.steps.entries()) {
    if (isOpen(step)) draft.steps[place] = stopped(step);
  }
}

function isOpen(step: Step): boolean {
  return step.state === 'running' || step.state === 'waiting' || step.state === 'held';
}

function stopped(step: Step): ModelStep | CallStep {
  return { ...step, state: 'cancelled' };
}

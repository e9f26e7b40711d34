import {
  callId,
  EXTRACT,
  type JsonObject,
  KEPT_SUFFIX,
  type ModelReply,
  type Outcome,
  READ_VARIABLE,
  type RunEvent,
  type StreamedEntry,
  toolNameOf,
  type Usage,
} from '@countersign/contract';
import type { Draft } from './fold-draft.ts';
import { change, newCall, put } from './fold-steps.ts';
import type { CallState, CallStep, ModelStep } from './run-view.ts';

type OutcomeEvent = Extract<RunEvent, { kind: 'call.outcome' }>;

/** Something has happened: a model has spoken, or a tool has answered. */
export function onOutcome(draft: Draft, entry: StreamedEntry, event: OutcomeEvent): void {
  const { outcome, call } = event;
  draft.used = addUsage(draft.used, outcome.usage);
  const place = draft.places.get(call);
  const step = place === undefined ? undefined : draft.steps[place];
  const over = { index: entry.index, at: entry.time, outcome };
  if (step?.kind === 'model') {
    onReply(draft, { ...step, outcome: over }, outcome);
    return;
  }
  change(draft, call, (known) => {
    if (known.kind === 'model') return known;
    const { question } = event;
    return {
      ...known,
      state: stateAfter(outcome),
      outcome: over,
      question: question
        ? { ...question, about: 'unknown', why: null, index: entry.index, at: entry.time }
        : known.question,
    };
  });
}

function stateAfter(outcome: Outcome): CallState {
  switch (outcome.kind) {
    case 'done':
      return 'done';
    case 'failed':
      return 'failed';
    case 'unknown':
      return 'unknown';
    case 'cancelled':
      return 'cancelled';
  }
}

function onReply(draft: Draft, step: ModelStep, outcome: Outcome): void {
  if (outcome.kind !== 'done') {
    put(draft, { ...step, state: outcome.kind });
    return;
  }
  // `model.generate` gives exactly a ModelReply. What it says is the model's, and so anybody's.
  const reply = outcome.result.value as unknown as ModelReply;
  const first = ordinalOf(step.id) + 1;
  const wishes = reply.calls.map((_, index) => callId(draft.run, first + index));
  draft.nextOrdinal = first + wishes.length;
  put(draft, {
    ...step,
    state: 'done',
    text: reply.text,
    label: outcome.result.label,
    wishes,
  });
  for (const [index, wish] of reply.calls.entries()) {
    const id = wishes[index];
    if (id !== undefined) put(draft, wished(draft, id, wish.tool, wish.args));
  }
}

/** A wish as the engine takes it: of a tool the agent's version has, with arguments that are an object. */
function wished(draft: Draft, id: string, name: string, args: JsonObject | null): CallStep {
  const tool = draft.start?.agent.tools.find(({ action }) =>
    [toolNameOf(action), toolNameOf(action) + KEPT_SUFFIX].includes(name),
  );
  const call = newCall(draft, {
    id,
    action: tool?.action ?? name,
    args,
    connection: tool?.connection ?? null,
  });
  const isOwn = name === READ_VARIABLE || name === EXTRACT;
  const isUsable = draft.start === null || ((isOwn || tool !== undefined) && args !== null);
  if (!isUsable) return { ...call, state: 'unusable' };
  // Read at once, and told to nobody but the model: no entry follows.
  return name === READ_VARIABLE && tool === undefined ? { ...call, state: 'done' } : call;
}

function ordinalOf(call: string): number {
  return Number(call.slice(call.lastIndexOf('.') + 1));
}

function addUsage(a: Usage, b: Usage): Usage {
  const sum: Record<string, number> = { ...a };
  for (const [key, value] of Object.entries(b)) sum[key] = (sum[key] ?? 0) + value;
  return sum;
}

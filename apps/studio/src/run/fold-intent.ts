import {
  type Approval,
  type Call,
  type Effect,
  type Explanation,
  isJsonObject,
  type JsonObject,
  type Repeat,
  type StreamedEntry,
} from '@countersign/contract';
import type { Draft } from './fold-draft.ts';
import { change, newCall, put } from './fold-steps.ts';
import type { Intent, ModelStep } from './run-view.ts';

/** Something is about to happen, and says so first: a question to a model, or a call that was allowed. */
export function onIntent(draft: Draft, entry: StreamedEntry): void {
  const { payload } = entry;
  const call = entry.call ?? '';
  const action = entry.ref['action'];
  const told = isJsonObject(payload) ? payload : {};
  const generate = isJsonObject(told['generate'] ?? null) ? told['generate'] : null;
  // A document is read for a call that the agent wished for: the step is that call's.
  if (entry.ref['purpose'] === 'extract') onCallIntent(draft, entry, call, told);
  // An erased model call still names its action in the leaf.
  else if (generate !== null || action === 'model.generate')
    put(draft, modelStep(draft, entry, call, isJsonObject(generate) ? generate : {}));
  else onCallIntent(draft, entry, call, told);
}

function modelStep(
  draft: Draft,
  entry: StreamedEntry,
  id: string,
  generate: JsonObject,
): ModelStep {
  const isPlan = entry.ref['purpose'] === 'plan';
  if (!isPlan) draft.turns += 1;
  return {
    kind: 'model',
    id,
    isPlan,
    turn: draft.turns,
    state: 'running',
    model: typeof generate['name'] === 'string' ? generate['name'] : '',
    text: '',
    label: null,
    wishes: [],
    refusal: null,
    intent: intentOf(entry, {}),
    outcome: null,
  };
}

function onCallIntent(draft: Draft, entry: StreamedEntry, id: string, payload: JsonObject): void {
  // The intent of an action holds its call as the gateway saw it; an erased one holds nothing.
  const call = isJsonObject(payload['call']) ? (payload['call'] as unknown as Call) : null;
  if (!draft.places.has(id)) put(draft, newCall(draft, { id, action: '', args: null }));
  change(draft, id, (step) =>
    step.kind === 'model'
      ? step
      : {
          ...step,
          action: call?.action ?? actionOf(entry, step.action),
          args: call?.args ?? step.args,
          connection: call?.connection ?? step.connection,
          state: 'running',
          attempts: step.attempts + 1,
          intent: intentOf(entry, payload),
          outcome: null,
        },
  );
}

/** The action an intent's leaf names; that a model was asked is no action of a call's. */
function actionOf({ ref }: StreamedEntry, known: string): string {
  const { action, purpose } = ref;
  return typeof action === 'string' && purpose !== 'extract' ? action : known;
}

function intentOf(entry: StreamedEntry, payload: JsonObject): Intent {
  const { callHash: hash, place } = entry.ref;
  const call = isJsonObject(payload['call']) ? (payload['call'] as unknown as Call) : null;
  // Written by the server's wiring with exactly these members; see the contract of entries.
  return {
    index: entry.index,
    at: entry.time,
    callHash: typeof hash === 'string' ? hash : null,
    why: (payload['verdict'] as unknown as Explanation | undefined) ?? null,
    effect: (payload['effect'] as Effect | undefined) ?? null,
    repeat: (payload['repeat'] as Repeat | undefined) ?? null,
    place: typeof place === 'number' ? place : null,
    approval: (payload['approval'] as unknown as Approval | null | undefined) ?? null,
    context: call?.context ?? null,
  };
}

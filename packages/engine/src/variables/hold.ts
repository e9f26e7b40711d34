import {
  type Integrity,
  type Json,
  type Labelled,
  labelOfAll,
  type Outcome,
  ordinalOf,
  type ToolFacts,
  toolNameOf,
  type Variable,
} from '@countersign/contract';
import { settled, type Unsettled } from '../slot.ts';
import type { Slot, TurnState } from '../state.ts';
import { waysOn } from '../ways.ts';
import { namedTools } from './keep.ts';

/** Variables of one run. */
const MOST = 64;
/** Characters that all variables of a run may have together, as JSON: a run's state is stored whole when it parks. */
const MOST_CHARACTERS = 4_000_000;

type Ended = Extract<Outcome, { kind: 'done' | 'failed' }>;

/** A call whose result stays outside the context has ended: the run with its result, and what the model is told instead. */
export interface Held {
  readonly state: TurnState;
  readonly slot: (slot: Unsettled) => Slot;
}

/** Whether what a call gives stays outside the context, as the model wished or the builder said. */
export function keepsResult({ start, messages }: TurnState, { call, wish }: Unsettled): boolean {
  const id = wish ?? call.id;
  const said = messages.findLast(
    (message) => message.role === 'assistant' && message.calls.some((one) => one.call === id),
  );
  const name =
    said?.role === 'assistant' ? said.calls.find((one) => one.call === id)?.tool : undefined;
  return namedTools(start.agent).some((one) => one.keeps && one.name === name);
}

/**
 * Holds what a call gave, errors as well (rule L4). What the model is told is our own text: a name, a size class and a
 * label. That it failed, how large it is and who could have written it is told in clear, which is three bits at most.
 */
export function hold(state: TurnState, { call }: Unsettled, outcome: Ended): Held {
  const result = outcome.kind === 'done' ? outcome.result : outcome.message;
  const variable: Variable = {
    name: `${toolNameOf(call.action)}_${ordinalOf(call.id)}`,
    call: call.id,
    ...{ value: result.value, label: result.label, leaves: result.leaves },
  };
  const isError = outcome.kind === 'failed';
  const next = withVariable(state, variable);
  if (next === null)
    return { state, slot: (slot) => settled(slot, noRoom(isError), { isError: true }) };
  const facts = state.start.agent.tools.find(({ action }) => action === call.action)?.facts;
  return {
    state: next,
    slot: (slot) => settled(slot, told(variable, call.action, result, isError, facts), { isError }),
  };
}

/** The run with one variable more, or null where it holds too much already. */
export function withVariable(state: TurnState, variable: Variable): TurnState | null {
  const variables = [...(state.variables ?? []), variable];
  const characters = variables.reduce((sum, { value }) => sum + charactersOf(value), 0);
  return variables.length > MOST || characters > MOST_CHARACTERS ? null : { ...state, variables };
}

function told(
  { name }: Variable,
  action: string,
  result: Labelled,
  isError: boolean,
  facts: ToolFacts | undefined,
): Json {
  const { integrity, readers } = labelOfAll(result);
  return {
    ...(isError ? { failed: 'It failed. What was said of that is held.' } : {}),
    held: `$${name}`,
    type: typeWords(result.value),
    size: sizeWords(charactersOf(result.value)),
    label: `${WRITTEN_BY[integrity]} ${readers === 'public' ? 'Anyone may read it.' : 'Not everybody may read it.'}`,
    // Where records stand is the tool's own word, and says nothing of this result.
    ...(isError || facts?.records === undefined
      ? {}
      : { records: facts.records.at, fields: Object.keys(facts.records.fields) }),
    ...(isError ? {} : waysOn(name, action)),
  };
}

function noRoom(isError: boolean): Json {
  return {
    error: {
      code: 'VARIABLES_FULL',
      message: `${isError ? 'It failed' : 'It was done'}, and what it gave is withheld: the run holds too much already. Ask for less, or read variables that were made before.`,
    },
  };
}

function charactersOf(value: Json): number {
  return JSON.stringify(value).length;
}

function typeWords(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

/** Sizes are results too (rule L4): four classes, so that a stranger says little by them. */
function sizeWords(characters: number): string {
  if (characters <= 1_000) return 'up to 1,000 characters';
  if (characters <= 32_000) return 'up to 32,000 characters';
  return characters <= 1_000_000 ? 'up to 1,000,000 characters' : 'more than 1,000,000 characters';
}

const WRITTEN_BY: Readonly<Record<Integrity, string>> = {
  system: 'No stranger wrote it.',
  principal: 'No stranger wrote it.',
  untrusted: 'Strangers may have written it.',
  hostile: 'Known to be hostile.',
};

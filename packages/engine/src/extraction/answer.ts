import {
  EXTRACT,
  isInDomain,
  isJsonObject,
  type Json,
  type JsonObject,
  join,
  type ModelReply,
  type Outcome,
  ordinalOf,
  type Variable,
} from '@countersign/contract';
import { readObject } from '../read-object.ts';
import { settled, type Unsettled } from '../slot.ts';
import type { Slot, TurnState } from '../state.ts';
import { withVariable } from '../variables/hold.ts';
import { type AskedExtraction, readExtraction } from './ask.ts';

const NO_ANSWER =
  'Nothing was extracted: the model gave no value of its domain for every field. The bits are used.';

/** A quarantined model has answered: what it says is held, and the model of the turn is told no more than that. */
export function onExtracted(
  state: TurnState,
  { call }: Unsettled,
  outcome: Outcome,
): { readonly state: TurnState; readonly slot: (slot: Unsettled) => Slot } {
  const asked = readExtraction(state, call.args);
  const values = 'problem' in asked ? null : valuesOf(asked, outcome);
  if ('problem' in asked || values === null)
    return { state, slot: without('EXTRACTION_FAILED', NO_ANSWER) };
  const { document, fields } = asked;
  const variable: Variable = {
    name: `${EXTRACT}_${ordinalOf(call.id)}`,
    call: call.id,
    value: values,
    // Strangers chose it, among few: no better than the document, whatever domain it is of.
    label: join(document.label, call.context),
    leaves: {},
    extracted: { fields, context: call.context },
  };
  const next = withVariable(state, variable);
  if (next === null)
    return { state, slot: without('VARIABLES_FULL', 'The run holds too much already.') };
  const told = { held: `$${variable.name}`, fields: Object.keys(fields) };
  return { state: next, slot: (slot) => settled(slot, told, { isError: false }) };
}

/** Exactly the fields, each of its domain; null where the reply is anything else. */
function valuesOf({ fields }: AskedExtraction, outcome: Outcome): JsonObject | null {
  if (outcome.kind !== 'done') return null;
  // The executor's performer for `model.generate` gives exactly a ModelReply.
  const reply = outcome.result.value as unknown as ModelReply;
  const read = readObject(reply.text) as Json | undefined;
  if (reply.calls.length > 0 || !isJsonObject(read)) return null;
  const names = Object.keys(fields);
  if (Object.keys(read).length !== names.length) return null;
  const values = Object.entries(fields).map(([name, domain]) => {
    const value = Object.hasOwn(read, name) ? read[name] : undefined;
    return value !== undefined && isInDomain(value, domain) ? ([name, value] as const) : null;
  });
  return values.includes(null)
    ? null
    : Object.fromEntries(values.filter((value) => value !== null));
}

function without(code: string, message: string) {
  return (slot: Unsettled) => settled(slot, { error: { code, message } }, { isError: true });
}

import {
  type Call,
  child,
  type HeldValue,
  isJsonObject,
  type Json,
  type JsonObject,
  type Label,
  type Pointer,
  type Variable,
} from '@countersign/contract';
import { isReference, refer } from './reference.ts';

/** Arguments with every variable in them replaced by what it stands for. */
export type Passed = Pick<Call, 'args' | 'leaves' | 'held'>;

/**
 * Puts values in the place of the variables that arguments name. Each keeps its own label. A record or a list of records
 * is not passed on: its keys have no label, and strangers may have chosen them.
 */
export function passOn(
  args: JsonObject,
  variables: readonly Variable[],
): Passed | { readonly problem: string } {
  const leaves: Record<Pointer, Label> = {};
  const held: Record<Pointer, HeldValue> = {};
  let problem: string | null = null;
  const replaced = (value: Json, pointer: Pointer): Json => {
    if (Array.isArray(value))
      return (value as readonly Json[]).map((item, index) => replaced(item, child(pointer, index)));
    if (isJsonObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([key, one]) => [key, replaced(one, child(pointer, key))]),
      );
    if (typeof value !== 'string' || !isReference(value)) return value;
    const referred = refer(value, variables);
    if ('problem' in referred) {
      problem ??= referred.problem;
      return value;
    }
    if (!isPlain(referred.value)) {
      problem ??= 'A whole record cannot be passed on: name one of its fields.';
      return value;
    }
    const { variable, at, extracted } = referred;
    held[pointer] = { variable, at, ...(extracted ? { extracted } : {}) };
    leaves[pointer] = referred.label;
    for (const [place, label] of Object.entries(referred.leaves))
      leaves[`${pointer}${place}`] = label;
    return referred.value;
  };
  const next = replaced(args, '') as JsonObject;
  if (problem !== null) return { problem };
  return Object.keys(held).length === 0 ? { args, leaves: {} } : { args: next, leaves, held };
}

/** A single value, or a list of such. */
function isPlain(value: Json): boolean {
  return isScalar(value) || (Array.isArray(value) && (value as readonly Json[]).every(isScalar));
}

function isScalar(value: Json): boolean {
  return value === null || typeof value !== 'object';
}

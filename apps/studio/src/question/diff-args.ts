import {
  canonical,
  type Json,
  type JsonObject,
  leavesOf,
  type Pointer,
} from '@countersign/contract';

/** One difference between the arguments that were asked about and those a person wants instead. */
export type ArgChange =
  | { readonly kind: 'changed'; readonly pointer: Pointer; readonly from: Json; readonly to: Json }
  | { readonly kind: 'added'; readonly pointer: Pointer; readonly to: Json }
  | { readonly kind: 'removed'; readonly pointer: Pointer; readonly from: Json };

/** Leaf by leaf, in document order of the new arguments; what was removed comes last. Compares values, not spelling. */
export function diffArgs(before: JsonObject, after: JsonObject): readonly ArgChange[] {
  const old = new Map(leavesOf(before).map(({ pointer, value }) => [pointer, value]));
  const changes: ArgChange[] = [];
  for (const { pointer, value } of leavesOf(after)) {
    const from = old.get(pointer);
    old.delete(pointer);
    if (from === undefined) changes.push({ kind: 'added', pointer, to: value });
    else if (canonical(from) !== canonical(value))
      changes.push({ kind: 'changed', pointer, from, to: value });
  }
  for (const [pointer, from] of old) changes.push({ kind: 'removed', pointer, from });
  // The root of an empty object is a leaf too; beside real leaves it says nothing.
  return changes.filter(({ pointer }) => pointer !== '');
}

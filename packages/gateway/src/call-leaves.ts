import {
  child,
  isJsonObject,
  type Json,
  type JsonObject,
  type Leaf,
  type Pointer,
} from '@countersign/contract';

/** A leaf of a call's arguments, with its pattern: the pointer with `*` for each index of a list. */
export interface CallLeaf extends Leaf {
  /** Under it a value is known again in another position of the same list. */
  readonly pattern: Pointer;
}

/** All leaves of a call's arguments, in document order. A call without arguments has none. */
export function callLeaves(args: JsonObject): readonly CallLeaf[] {
  const leaves: CallLeaf[] = [];
  for (const [name, value] of Object.entries(args)) {
    const pointer = child('', name);
    collect(value, pointer, pointer, leaves);
  }
  return leaves;
}

/** An empty text or container, or null: there is nothing in it to read. */
export function saysNothing({ value }: Leaf): boolean {
  return value === '' || typeof value === 'object';
}

function collect(value: Json, pointer: Pointer, pattern: Pointer, leaves: CallLeaf[]): void {
  if (Array.isArray(value) && value.length > 0) {
    const items = value as readonly Json[];
    for (const [index, item] of items.entries())
      collect(item, `${pointer}/${index}`, `${pattern}/*`, leaves);
    return;
  }
  if (isJsonObject(value)) {
    const members = Object.entries(value);
    for (const [name, member] of members)
      collect(member, child(pointer, name), child(pattern, name), leaves);
    if (members.length > 0) return;
  }
  leaves.push({ pointer, pattern, value });
}

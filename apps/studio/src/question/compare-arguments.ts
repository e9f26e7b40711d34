import {
  canonical,
  type Json,
  type JsonObject,
  leavesOf,
  type Pointer,
} from '@countersign/contract';

/** An argument's leaf. */
export interface Leaf {
  readonly pointer: Pointer;
  readonly value: Json;
}

/** What calls of one action have in common, and where they differ. Together it is all of their arguments. */
export interface Compared {
  readonly common: readonly Leaf[];
  /** Places of which not every call has the same, in the order in which they come up. */
  readonly differing: readonly Pointer[];
  /** By call, in their order: its values at those places. */
  readonly rows: readonly ReadonlyMap<Pointer, Json>[];
}

/** Compares arguments leaf by leaf. */
export function compareArguments(all: readonly JsonObject[]): Compared {
  const rows = all.map(
    (args) =>
      new Map(
        leavesOf(args).flatMap(({ pointer, value }) => (pointer === '' ? [] : [[pointer, value]])),
      ),
  );
  const pointers = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const isCommon = (pointer: Pointer) =>
    new Set(rows.map((row) => (row.has(pointer) ? canonical(row.get(pointer) ?? null) : '')))
      .size === 1;
  return {
    common: pointers
      .filter(isCommon)
      .map((pointer) => ({ pointer, value: rows[0]?.get(pointer) ?? null })),
    differing: pointers.filter((pointer) => !isCommon(pointer)),
    rows,
  };
}

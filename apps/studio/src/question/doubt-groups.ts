import { at, canonical, type JsonObject, type Missing, type Pointer } from '@countersign/contract';

/** All that is in doubt about one argument. */
export interface DoubtGroup {
  readonly pointer: Pointer;
  /** Doubts about the argument's whole value, or about the whole call where `pointer` is empty. */
  readonly about: readonly Missing[];
  /** Doubts about values that stand within it: addresses and links in a text. */
  readonly within: readonly Missing[];
}

/**
 * What is in doubt, argument by argument: those that decide where it goes and what it touches first, then the call as
 * a whole, then text that is carried along. A person looks at a few things, and not at each reason on its own.
 */
export function doubtGroups(missing: readonly Missing[], args: JsonObject): readonly DoubtGroup[] {
  const groups = new Map<Pointer, { pointer: Pointer; about: Missing[]; within: Missing[] }>();
  for (const one of missing) {
    const group = groups.get(one.pointer) ?? { pointer: one.pointer, about: [], within: [] };
    groups.set(one.pointer, group);
    (isAboutWhole(one, args) ? group.about : group.within).push(one);
  }
  return [...groups.values()].sort((a, b) => rank(a) - rank(b));
}

function isAboutWhole({ pointer, value }: Missing, args: JsonObject): boolean {
  if (pointer === '') return true;
  const stands = at(args, pointer);
  return stands === undefined || canonical(stands) === canonical(value);
}

function rank({ pointer, about }: DoubtGroup): number {
  if (pointer === '') return 1;
  return about.some(({ sink }) => sink !== 'content' && sink !== null) ? 0 : 2;
}

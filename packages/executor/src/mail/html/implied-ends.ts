/** How far up the innermost open element of each kind is: its index among the open ones, or -1. */
export type Reach = Readonly<Record<Kind, number>>;

type Kind = 'p' | 'li' | 'dd' | 'cell' | 'row' | 'rows' | 'option' | 'a';

/** Elements of a kind, and those that shut their outside off. */
const KINDS: Readonly<
  Record<Kind, { readonly tags: readonly string[]; readonly within: readonly string[] }>
> = {
  p: { tags: ['p'], within: ['td', 'th', 'table', 'button', 'object'] },
  li: { tags: ['li'], within: ['ul', 'ol', 'table'] },
  dd: { tags: ['dd', 'dt'], within: ['dl', 'table'] },
  cell: { tags: ['td', 'th'], within: ['table'] },
  row: { tags: ['tr'], within: ['table'] },
  rows: { tags: ['tbody', 'thead', 'tfoot'], within: ['table'] },
  option: { tags: ['option'], within: ['select'] },
  a: { tags: ['a'], within: ['td', 'th', 'table'] },
};

/** The kind that a start tag ends. */
const ENDED_BY: ReadonlyMap<string, Kind> = new Map(
  (Object.keys(KINDS) as Kind[]).flatMap((kind) => KINDS[kind].tags.map((tag) => [tag, kind])),
);

export const NOTHING_OPEN: Reach = {
  p: -1,
  li: -1,
  dd: -1,
  cell: -1,
  row: -1,
  rows: -1,
  option: -1,
  a: -1,
};

/**
 * The element that a start tag ends although its end tag was left out, as an index, or -1. Without these
 * ends a hidden paragraph that was never closed would hide from the agent what people see after it.
 */
export function endedBy(tag: string, isBlock: boolean, reach: Reach): number {
  const kind = ENDED_BY.get(tag);
  const own = kind === undefined ? -1 : reach[kind];
  if (!isBlock || reach.p < 0) return own;
  return own < 0 ? reach.p : Math.min(own, reach.p);
}

/** What is within reach inside a new element at `index`. */
export function reachInside(tag: string, index: number, outer: Reach): Reach {
  const changes = CHANGES.get(tag);
  if (!changes) return outer;
  const inside = { ...outer };
  for (const { kind, opens } of changes) inside[kind] = opens ? index : -1;
  return inside;
}

const CHANGES: ReadonlyMap<string, readonly { kind: Kind; opens: boolean }[]> = (() => {
  const changes = new Map<string, { kind: Kind; opens: boolean }[]>();
  for (const kind of Object.keys(KINDS) as Kind[]) {
    const add = (tag: string, opens: boolean) =>
      changes.set(tag, [...(changes.get(tag) ?? []), { kind, opens }]);
    for (const tag of KINDS[kind].within) add(tag, false);
    for (const tag of KINDS[kind].tags) add(tag, true);
  }
  return changes;
})();

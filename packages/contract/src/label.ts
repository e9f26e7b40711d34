/**
 * Labels: who could have written a value, who may read it, and where it came from.
 * The lattice follows the decentralised label model and FIDES (Microsoft, 2025): integrity joins to
 * the worst, readers intersect, provenance unites. A model is a black box, so whatever it says has the
 * join of all it has read.
 */

/** Best to worst: our own configuration; the authenticated person; anyone could have written it; known hostile. */
export const INTEGRITIES = ['system', 'principal', 'untrusted', 'hostile'] as const;
export type Integrity = (typeof INTEGRITIES)[number];

/** `public`, or exactly these readers: `user:<id>`, `workspace:<id>`, `mail:<address>`, `maildomain:<domain>`, `host:<name>`. Sorted, unique. */
export type Readers = 'public' | readonly string[];

/** Where a value came from: `<record id>#<field pointer>`; `many` once more than {@link PROVENANCE_LIMIT} would be kept. */
export type Provenance =
  | { readonly kind: 'sources'; readonly sources: readonly string[] }
  | { readonly kind: 'many'; readonly atLeast: number };

export interface Label {
  readonly integrity: Integrity;
  readonly readers: Readers;
  readonly provenance: Provenance;
}

/** Exact sources kept per label; above it the label says `many`, and is never dropped. */
export const PROVENANCE_LIMIT = 64;

/** The best label: our own configuration, readable by all, from nowhere. The neutral element of {@link join}. */
export const SYSTEM: Label = Object.freeze({
  integrity: 'system',
  readers: 'public',
  provenance: Object.freeze({ kind: 'sources', sources: Object.freeze([]) as readonly string[] }),
} as const);

/** A label made of its parts; readers and sources are sorted and made unique. */
export function label(
  integrity: Integrity,
  readers: Readers = 'public',
  sources: readonly string[] = [],
): Label {
  return Object.freeze({
    integrity,
    readers: readers === 'public' ? readers : sorted(readers),
    provenance: provenanceOf(sources),
  });
}

/** The label of a value computed from both: worst integrity, common readers, all sources. */
export function join(a: Label, b: Label): Label {
  // Most leaves of a value share one label, which need not be joined with itself.
  if (a === SYSTEM || a === b) return b;
  if (b === SYSTEM) return a;
  return Object.freeze({
    integrity: worse(a.integrity, b.integrity),
    readers: commonReaders(a.readers, b.readers),
    provenance: unite(a.provenance, b.provenance),
  });
}

/** {@link join} of any number of labels; of none, {@link SYSTEM}. */
export function joinAll(labels: Iterable<Label>): Label {
  let all = SYSTEM;
  for (const one of labels) all = join(all, one);
  return all;
}

/** Whether anyone outside could have shaped the value (untrusted or hostile). */
export function isTainted(integrity: Integrity): boolean {
  return rank(integrity) >= rank('untrusted');
}

/** The worse of two integrities. */
export function worse(a: Integrity, b: Integrity): Integrity {
  return rank(a) >= rank(b) ? a : b;
}

/** Whether a label may stand where another is expected: no better integrity, no more readers than `bound` has. */
export function noBetterThan(candidate: Label, bound: Label): boolean {
  return (
    rank(candidate.integrity) >= rank(bound.integrity) && isSubset(candidate.readers, bound.readers)
  );
}

/** Whether a reader (a destination's id) may see a value. `maildomain:d` covers every `mail:…@d`. */
export function mayRead(readers: Readers, reader: string): boolean {
  if (readers === 'public' || readers.includes(reader)) return true;
  const domain = reader.startsWith('mail:') ? reader.slice(reader.lastIndexOf('@') + 1) : undefined;
  return domain !== undefined && readers.includes(`maildomain:${domain}`);
}

function rank(integrity: Integrity): number {
  return INTEGRITIES.indexOf(integrity);
}

function commonReaders(a: Readers, b: Readers): Readers {
  if (a === 'public') return b;
  if (b === 'public') return a;
  return sorted([
    ...a.filter((reader) => mayRead(b, reader)),
    ...b.filter((reader) => mayRead(a, reader)),
  ]);
}

function isSubset(inner: Readers, outer: Readers): boolean {
  if (outer === 'public') return true;
  return inner !== 'public' && inner.every((reader) => mayRead(outer, reader));
}

function unite(a: Provenance, b: Provenance): Provenance {
  if (a.kind === 'sources' && b.kind === 'sources')
    return provenanceOf([...a.sources, ...b.sources]);
  // A lower bound, since what is shared between the two is no longer known.
  return { kind: 'many', atLeast: Math.max(size(a), size(b)) };
}

function size(provenance: Provenance): number {
  return provenance.kind === 'many' ? provenance.atLeast : provenance.sources.length;
}

function provenanceOf(sources: readonly string[]): Provenance {
  const unique = sorted(sources);
  if (unique.length > PROVENANCE_LIMIT) return { kind: 'many', atLeast: unique.length };
  return { kind: 'sources', sources: unique };
}

function sorted(texts: readonly string[]): readonly string[] {
  return Object.freeze([...new Set(texts)].sort());
}

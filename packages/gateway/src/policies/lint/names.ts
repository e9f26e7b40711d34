import type { PolicyJson } from '@cedar-policy/cedar-wasm/nodejs';

/** What policies speak of by name. Everything else they cannot tell apart. */
export interface Names {
  /** Ids by entity type, such as `Tool`. */
  readonly entities: ReadonlyMap<string, ReadonlySet<string>>;
  /** All texts, whatever they are compared with. */
  readonly texts: ReadonlySet<string>;
  /** Texts that a call's connection is compared with; null where it is compared with no text alone. */
  readonly connections: ReadonlySet<string> | null;
}

/** Operators that compare texts. */
const COMPARES = ['==', '!=', 'contains', 'containsAll', 'containsAny'];

/** All names in policies. */
export function namesIn(policies: readonly PolicyJson[]): Names {
  const parts = policies.map(({ annotations: _, ...policy }) => policy);
  const entities = new Map<string, Set<string>>();
  for (const node of parts.flatMap(nodesOf)) {
    if (typeof node['type'] !== 'string' || typeof node['id'] !== 'string') continue;
    entities.set(node['type'], (entities.get(node['type']) ?? new Set()).add(node['id']));
  }
  return { entities, texts: textsIn(parts), connections: connectionsIn(parts) };
}

/** A name that none of the given ones is: it stands for all that policies do not name. */
export function otherThan(names: ReadonlySet<string>, wish: string): string {
  return names.has(wish) ? otherThan(names, `${wish}'`) : wish;
}

function connectionsIn(parts: readonly object[]): Names['connections'] {
  const comparisons = parts
    .flatMap(nodesOf)
    .flatMap((node) => COMPARES.flatMap((operator) => (operator in node ? [node[operator]] : [])))
    .map((node) => ({ node, attributes: new Set(nodesOf(node).map(({ attr }) => attr)) }))
    .filter(({ attributes }) => attributes.has('connection'));
  if (comparisons.some(({ attributes }) => attributes.has('effect') || attributes.has('sinks')))
    return null;
  return textsIn(comparisons.map(({ node }) => node));
}

function textsIn(parts: readonly unknown[]): ReadonlySet<string> {
  const values = parts.flatMap(nodesOf).map((node) => node['Value']);
  return new Set(values.filter((value) => typeof value === 'string'));
}

/** Every object within a value, itself too. */
function nodesOf(part: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (typeof part !== 'object' || part === null) return [];
  const inner = Object.values(part).flatMap(nodesOf);
  return Array.isArray(part) ? inner : [part as Readonly<Record<string, unknown>>, ...inner];
}

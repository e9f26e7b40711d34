import { child, isJsonObject, type Json, type JsonObject, leavesOf } from '@countersign/contract';

/** One change of a proof's JSON. */
export interface ProofCase {
  readonly name: string;
  readonly text: string;
}

/** Every byte of a proof's text, replaced by another one. */
export function* byteCases(text: string): Generator<ProofCase> {
  for (let at = 0; at < text.length; at++) {
    const other = String.fromCharCode(text.charCodeAt(at) ^ 1);
    yield { name: `byte ${at}`, text: `${text.slice(0, at)}${other}${text.slice(at + 1)}` };
  }
}

/**
 * Every field of a proof changed or taken away, and every item of a list doubled, moved or taken away. That a
 * proof lacks a whole entry is no case: it cannot be seen from what is left, see `limits.ts`.
 */
export function* fieldCases(proof: Json): Generator<ProofCase> {
  for (const { pointer, value } of leavesOf(proof)) {
    for (const other of otherLeaves(value))
      yield {
        name: `${pointer} becomes ${JSON.stringify(other).slice(0, 40)}`,
        text: JSON.stringify(replacedAt(proof, pointer, other)),
      };
  }
  for (const { pointer, container } of containersOf(proof)) {
    const isEntries = pointer === '/entries';
    for (const { how, other } of otherContainers(container, isEntries))
      yield {
        name: `${pointer || 'the proof'} ${how}`,
        text: JSON.stringify(replacedAt(proof, pointer, other)),
      };
  }
}

function otherLeaves(value: Json): readonly Json[] {
  switch (typeof value) {
    case 'string':
      return [`${value}x`, `${value.startsWith('a') ? 'b' : 'a'}${value.slice(1)}`].filter(
        (other) => other !== value,
      );
    case 'number':
      return [value + 1, String(value)];
    case 'boolean':
      return [!value];
    default:
      return [value === null ? 'x' : null];
  }
}

function otherContainers(
  container: JsonObject | readonly Json[],
  keepsItems: boolean,
): readonly { how: string; other: Json }[] {
  if (isJsonObject(container))
    return [
      ...Object.keys(container).map((key) => ({
        how: `lacks ${key}`,
        other: Object.fromEntries(Object.entries(container).filter(([name]) => name !== key)),
      })),
    ];
  return [
    { how: 'has an item more', other: [...container, 'more'] },
    ...[...container.keys()].flatMap((at) => [
      {
        how: `has item ${at} twice`,
        other: [...container.slice(0, at + 1), ...container.slice(at)],
      },
      ...(keepsItems
        ? []
        : [{ how: `lacks item ${at}`, other: container.filter((_, place) => place !== at) }]),
      ...(at > 0
        ? [
            {
              how: `has items ${at - 1} and ${at} exchanged`,
              other: [
                ...container.slice(0, at - 1),
                ...container.slice(at, at + 1),
                ...container.slice(at - 1, at),
                ...container.slice(at + 1),
              ],
            },
          ]
        : []),
    ]),
  ];
}

function containersOf(
  value: Json,
  pointer = '',
): readonly { pointer: string; container: JsonObject | readonly Json[] }[] {
  if (typeof value !== 'object' || value === null) return [];
  const members: readonly (readonly [string, Json])[] = isJsonObject(value)
    ? Object.entries(value)
    : (value as readonly Json[]).map((item, at) => [String(at), item] as const);
  return [
    { pointer, container: value },
    ...members.flatMap(([name, member]) => containersOf(member, child(pointer, name))),
  ];
}

/** A value with another one at a place that is there. */
function replacedAt(value: Json, pointer: string, other: Json, here = ''): Json {
  if (pointer === here) return other;
  if (isJsonObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        within(pointer, child(here, name))
          ? replacedAt(member, pointer, other, child(here, name))
          : member,
      ]),
    );
  if (Array.isArray(value))
    return (value as readonly Json[]).map((item, at) =>
      within(pointer, child(here, at)) ? replacedAt(item, pointer, other, child(here, at)) : item,
    );
  return value;
}

function within(pointer: string, parent: string): boolean {
  return pointer === parent || pointer.startsWith(`${parent}/`);
}

/** The same with the members of every object in reverse order. */
export function reordered(value: Json): Json {
  if (isJsonObject(value))
    return Object.fromEntries(
      Object.entries(value)
        .toReversed()
        .map(([name, member]) => [name, reordered(member)]),
    );
  return Array.isArray(value) ? (value as readonly Json[]).map(reordered) : value;
}

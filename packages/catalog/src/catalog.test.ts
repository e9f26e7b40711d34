import { readFileSync, writeFileSync } from 'node:fs';
import {
  actionDescriptorSchema,
  covers,
  type Json,
  mostSpecific,
  pinOf,
  SINKS,
} from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalog } from './index.ts';

const entries = [...catalog().values()];
const each = entries.map((entry) => [entry.descriptor.id, entry] as const);
const PINS = new URL('./pins.json', import.meta.url);

describe('the catalogue', () => {
  it.each(each)('says of %s what a descriptor must say', (_id, { descriptor }) => {
    expect(actionDescriptorSchema.parse(descriptor)).toEqual(descriptor);
  });

  it.each(each)(
    'gives each argument of %s a sink class, and none that agents never get',
    (_id, { descriptor }) => {
      const properties = Object.keys(descriptor.input['properties'] ?? {});
      for (const name of properties) {
        const pattern = Object.keys(descriptor.sinks).find((sink) => covers(sink, `/${name}`));
        expect(pattern, `${name} has no sink class`).toBeDefined();
      }
      for (const [pattern, sink] of Object.entries(descriptor.sinks)) {
        expect(SINKS.filter((known) => known !== 'ctl')).toContain(sink);
        expect(properties, `${pattern} is no argument`).toContain(pattern.split('/')[1]);
      }
    },
  );

  it.each(each)('bounds every string, list, map and number that %s takes', (id, { descriptor }) => {
    expect(unbounded(descriptor.input, id === 'model.generate')).toEqual([]);
  });

  it.each(each)(
    'says of each result field of %s that it trusts why nobody outside can write it',
    (_id, { descriptor }) => {
      for (const [pattern, label] of Object.entries(descriptor.results)) {
        if (label.integrity !== 'untrusted') expect(label.because, pattern).toBeDefined();
      }
    },
  );

  it('trusts nothing that a sender of mail can type', () => {
    const typed =
      /subject|from|to$|cc|name|text|date|body|value|response|header|url|title|description/;
    for (const { descriptor } of entries) {
      for (const [pattern, label] of Object.entries(descriptor.results)) {
        if (typed.test(pattern.split('/').at(-1) ?? ''))
          expect(`${descriptor.id}${pattern}: ${label.integrity}`).toMatch(/untrusted$/);
      }
    }
  });

  it('lets later calls refer to nothing that somebody outside can write', () => {
    for (const { descriptor } of entries) {
      const { records } = descriptor;
      for (const field of Object.keys(records?.fields ?? {})) {
        const declared = mostSpecific(descriptor.results, `${records?.at}${field}`);
        expect(declared?.because, `${descriptor.id}${field}`).toBeDefined();
      }
    }
  });

  it('refers only to kinds of records that some action gives', () => {
    const kinds = new Set(entries.map(({ descriptor }) => descriptor.records?.kind));
    const referred = entries.flatMap(({ descriptor }) => Object.values(descriptor.refers ?? {}));
    expect(referred.length).toBeGreaterThan(0);
    for (const kind of referred) expect(kinds).toContain(kind);
  });

  it('lets nobody but the mailbox’s owner read what mail holds', () => {
    for (const { descriptor } of entries.filter(
      (entry) => entry.descriptor.connection === 'mailbox',
    )) {
      for (const label of Object.values(descriptor.results)) expect(label.readers).toBe('owner');
    }
  });

  it('names in each sentence only arguments that exist', () => {
    for (const { descriptor } of entries) {
      const named = [...descriptor.sentence.matchAll(/\{\/([^}/]+)[^}]*\}/g)].map((m) => m[1]);
      for (const name of named)
        expect(Object.keys(descriptor.input['properties'] ?? {})).toContain(name);
    }
  });

  it('keeps from agents what only the platform calls', () => {
    expect(
      entries.filter((entry) => !entry.attachable).map((entry) => entry.descriptor.id),
    ).toEqual(['model.generate']);
  });

  it('cannot be changed after it was pinned', () => {
    const entry = catalog().get('mail.send');
    expect(() => Object.assign(entry?.descriptor.sinks ?? {}, { '/to': 'content' })).toThrow(
      TypeError,
    );
  });
});

describe('a pin', () => {
  it('is the one we have published before', () => {
    const pins = Object.fromEntries(entries.map(({ descriptor, pin }) => [descriptor.id, pin]));
    if (process.env['UPDATE_PINS'] === '1')
      writeFileSync(PINS, `${JSON.stringify(pins, null, 2)}\n`);
    // A changed pin suspends the tool in every published agent: change it knowingly, with UPDATE_PINS=1.
    expect(pins).toEqual(JSON.parse(readFileSync(PINS, 'utf8')));
  });

  it('changes with every single field', () => {
    for (const { descriptor, pin } of entries) {
      for (const path of pathsOf(descriptor as unknown as Json)) {
        expect(pinOf(changedAt(descriptor, path)), `${descriptor.id} ${path.join('/')}`).not.toBe(
          pin,
        );
      }
    }
  });

  it('does not change with the order of keys', () => {
    fc.assert(
      fc.property(fc.constantFrom(...entries), fc.infiniteStream(fc.nat()), (entry, chance) => {
        expect(pinOf(shuffled(entry.descriptor, chance))).toBe(entry.pin);
      }),
      { numRuns: 100 },
    );
  });
});

/** Pointers of schema parts that an argument could grow in without bound. */
function unbounded(schema: unknown, mayNest: boolean, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema))
    return schema.flatMap((one, i) => unbounded(one, mayNest, `${path}/${i}`));
  const part = schema as Record<string, unknown>;
  const owes: Record<string, readonly string[]> = {
    string: ['enum' in part ? 'enum' : 'maxLength'],
    array: ['maxItems'],
    number: ['minimum', 'maximum'],
    integer: ['minimum', 'maximum'],
    object:
      mayNest || part['additionalProperties'] === false
        ? []
        : ['maxProperties', 'propertyNames', 'additionalProperties'],
  };
  const missing = (owes[String(part['type'])] ?? []).filter((keyword) => !(keyword in part));
  const below = ['items', 'anyOf', 'additionalProperties', 'propertyNames'].flatMap((keyword) =>
    unbounded(part[keyword], mayNest, `${path}/${keyword}`),
  );
  const members = Object.entries((part['properties'] ?? {}) as Record<string, unknown>);
  return [
    ...missing.map((keyword) => `${path} has no ${keyword}`),
    ...below,
    ...members.flatMap(([name, member]) => unbounded(member, mayNest, `${path}/${name}`)),
  ];
}

function pathsOf(value: Json, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [
    ...(path.length > 0 ? [path] : []),
    ...Object.entries(value).flatMap(([key, member]) => pathsOf(member, [...path, key])),
  ];
}

/** A copy in which the value at `path` is another one. */
function changedAt<T>(value: T, path: readonly string[]): T {
  const copy = structuredClone(value);
  const last = path.at(-1) ?? '';
  let holder = copy as Record<string, unknown>;
  for (const key of path.slice(0, -1)) holder = holder[key] as Record<string, unknown>;
  const old = holder[last];
  holder[last] =
    typeof old === 'string' ? `${old} ` : typeof old === 'number' ? old + 1 : 'changed';
  return copy;
}

/** A copy whose objects have their keys in another order. */
function shuffled<T>(value: T, chance: Iterator<number>): T {
  if (Array.isArray(value)) return value.map((one) => shuffled(one, chance)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(
    ([key, member]) => [chance.next().value as number, key, shuffled(member, chance)] as const,
  );
  members.sort(([a], [b]) => a - b);
  return Object.fromEntries(members.map(([, key, member]) => [key, member])) as T;
}

import { readFileSync, writeFileSync } from 'node:fs';
import type { ActionDescriptor, JsonObject, ResultLabel } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { catalog } from './index.ts';

const REVIEWED = new URL('./raised.json', import.meta.url);
const TRUSTED: readonly string[] = ['system', 'principal'];

/** Result fields by action and pattern that a descriptor raises above what anyone could have written. */
type Raised = Readonly<Record<string, Readonly<Record<string, ResultLabel>>>>;

function raisedIn(descriptors: readonly ActionDescriptor[]): Raised {
  const raised = descriptors.map(({ id, results }) => {
    const fields = Object.entries(results).filter(([, one]) => TRUSTED.includes(one.integrity));
    return [id, Object.fromEntries(fields)] as const;
  });
  return Object.fromEntries(raised.filter(([, fields]) => Object.keys(fields).length > 0));
}

/** What stands between the raised fields and their review, a line for each. */
function problemsOf(descriptors: readonly ActionDescriptor[], reviewed: Raised): readonly string[] {
  const raised = raisedIn(descriptors);
  const fields = (all: Raised) =>
    Object.entries(all).flatMap(([id, own]) =>
      Object.entries(own).map(([pattern, label]) => ({ name: `${id} ${pattern}`, label })),
    );
  const known = new Map(fields(reviewed).map(({ name, label }) => [name, label]));
  const present = new Set(fields(raised).map(({ name }) => name));
  return [
    ...fields(raised).flatMap(({ name, label }) => [
      ...(label.because?.trim() ? [] : [`${name} is raised without a reason`]),
      ...(JSON.stringify(known.get(name)) === JSON.stringify(label)
        ? []
        : [`${name} is raised otherwise than it was reviewed`]),
    ]),
    ...descriptors.flatMap(({ id, results, output }) =>
      Object.keys(results)
        .filter((pattern) => !stands(pattern, output as JsonObject))
        .map((pattern) => `${id} ${pattern} stands nowhere in the result`),
    ),
    ...[...known.keys()]
      .filter((name) => !present.has(name))
      .map((name) => `${name} is reviewed and raised no more`),
  ];
}

/** Whether a result has a place of that pattern. */
function stands(pattern: string, output: JsonObject): boolean {
  const below = (schema: JsonObject, token: string): readonly unknown[] => {
    const { properties, items, additionalProperties, anyOf } = schema;
    const named = (properties ?? {}) as JsonObject;
    const forms = ((anyOf ?? []) as readonly JsonObject[]).flatMap((form) => below(form, token));
    return [
      token === '*' ? items : named[token],
      token === '*' ? additionalProperties : undefined,
      ...forms,
    ];
  };
  const places = pattern
    .split('/')
    .slice(1)
    .reduce<readonly unknown[]>(
      (here, token) =>
        here.flatMap((schema) =>
          typeof schema === 'object' && schema !== null ? below(schema as JsonObject, token) : [],
        ),
      [output],
    );
  return places.some((place) => typeof place === 'object' && place !== null);
}

const shipped = [...catalog().values()].map(({ descriptor }) => descriptor);

describe('the review of raised result fields', () => {
  it('names each field that is trusted, with the reason why nobody outside can write it', () => {
    if (process.env['UPDATE_PINS'] === '1')
      writeFileSync(REVIEWED, `${JSON.stringify(raisedIn(shipped), null, 2)}\n`);
    // Read each new reason as the attacker: could a sender, a server or a caller choose what stands there?
    expect(problemsOf(shipped, JSON.parse(readFileSync(REVIEWED, 'utf8')) as Raised)).toEqual([]);
  });

  const one = shipped.find(({ id }) => id === 'mail.list') as ActionDescriptor;
  const own = {
    '/total': { integrity: 'system', readers: 'owner', because: 'We count.' },
  } as const;
  const raising = (results: ActionDescriptor['results']) => [{ ...one, results }];

  it('misses a field that is raised without a reason', () => {
    const { because: _, ...silent } = own['/total'];
    const results = { '/total': silent };
    expect(problemsOf(raising(results), { 'mail.list': results })).toEqual([
      'mail.list /total is raised without a reason',
    ]);
  });

  it('misses a field that is raised and was not reviewed, or for another reason', () => {
    const otherwise = ['mail.list /total is raised otherwise than it was reviewed'];
    expect(problemsOf(raising(own), {})).toEqual(otherwise);
    const because = { ...own['/total'], because: 'Senders are honest.' };
    expect(problemsOf(raising({ '/total': because }), { 'mail.list': own })).toEqual(otherwise);
  });

  it('misses a reason for a field that is there no more', () => {
    expect(problemsOf(raising({}), { 'mail.list': own })).toEqual([
      'mail.list /total is reviewed and raised no more',
    ]);
    const gone = { '/messages/*/gone': own['/total'] };
    expect(problemsOf(raising(gone), { 'mail.list': gone })).toEqual([
      'mail.list /messages/*/gone stands nowhere in the result',
    ]);
  });
});

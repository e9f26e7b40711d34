import type { Json } from '@countersign/contract';
import { expect, it } from 'vitest';
import { MOVE, SEARCH } from './conformance/records.ts';
import { checkAction } from './index.ts';

const places = (descriptor: unknown) =>
  checkAction(descriptor as Json).findings.map(({ at, kind }) => `${kind} ${at}`);

it('says which results have no label, and that they count as untrusted and the owner’s', () => {
  const { action, findings } = checkAction(SEARCH as unknown as Json);
  expect(action).toBe('events.search');
  const results = findings.filter(({ at }) => at === '/results');
  expect(results.map(({ says }) => /"([^"]+)"/.exec(says)?.[1])).toEqual([
    '/events/*/title',
    '/events/*/start',
    '/events/*/end',
    '/events/*/size',
    '/events/*/people/*',
  ]);
  expect(results[0]).toMatchObject({ kind: 'undeclared' });
  expect(results[0]?.says).toContain('untrusted');
  expect(
    places({ ...SEARCH, results: { '/events': { integrity: 'untrusted', readers: 'owner' } } }),
  ).toEqual(['undeclared /refers']);
});

it('says where nothing can be referred to, by its records or by what its arguments name', () => {
  const { records: _, ...rest } = SEARCH;
  expect(places(rest)).toContain('undeclared /records');
  expect(places(SEARCH)).not.toContain('undeclared /records');
  const { refers: __, ...unreferring } = MOVE;
  expect(places(MOVE)).toEqual([]);
  expect(places(unreferring)).toEqual(['undeclared /refers']);
  expect(
    places({ ...unreferring, sinks: { '/event': 'content', '/start': 'val', '/end': 'val' } }),
  ).toEqual([]);
});

it('says which arguments have no class, and that they count as rights', () => {
  const { findings } = checkAction({
    ...MOVE,
    sinks: { '/event': 'sel', '/start': 'val' },
  } as unknown as Json);
  expect(findings).toEqual([
    {
      at: '/sinks',
      kind: 'undeclared',
      says: expect.stringContaining('"/end" has no sink class, so it counts as "auth"'),
    },
  ]);
});

it('refuses what has no bounds or does not say how it may be repeated, and whatever is no descriptor', () => {
  const { bounds: _, repeat: __, ...rest } = MOVE;
  expect(places(rest)).toEqual(['refused /repeat', 'refused /bounds']);
  expect(checkAction('mail.send')).toMatchObject({ action: null, findings: [{ kind: 'refused' }] });
  expect(checkAction({ id: 7 })).toMatchObject({ action: null });
});

import { expect, it } from 'vitest';
import { MOVE, SEARCH } from './conformance/records.ts';
import { lintAction } from './lint.ts';

const records = SEARCH.records;
const findings = (action: typeof SEARCH) =>
  lintAction(action)
    .filter(({ refuses }) => refuses)
    .map(({ at }) => at);

it('lets records be declared where they stand in the result', () => {
  expect(findings(SEARCH)).toEqual([]);
  expect(findings(MOVE)).toEqual([]);
});

it('refuses records, labels and fields that stand nowhere', () => {
  if (records === undefined) throw new Error('the search declares its records');
  expect(findings({ ...SEARCH, records: { ...records, at: '/rows/*' } })).toEqual(['/records/at']);
  expect(findings({ ...SEARCH, records: { ...records, label: '/name' } })).toEqual([
    '/records/label',
  ]);
  expect(findings({ ...SEARCH, records: { ...records, fields: { '/no': 'id' } } })).toEqual([
    '/records/fields',
  ]);
});

it('refuses a field that could hold free text', () => {
  if (records === undefined) throw new Error('the search declares its records');
  expect(findings({ ...SEARCH, records: { ...records, fields: { '/title': 'id' } } })).toEqual([
    '/records/fields',
  ]);
});

it('refuses an argument that cannot name a record', () => {
  expect(findings({ ...MOVE, refers: { '/start': 'event' } })).toEqual(['/refers']);
  expect(findings({ ...MOVE, refers: { '/none': 'event' } })).toEqual(['/refers']);
});

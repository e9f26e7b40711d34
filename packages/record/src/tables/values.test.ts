import { type Column, type JsonObject, label, type TableStore } from '@countersign/contract';
import { expect, test } from 'vitest';
import { realPowers } from '../conformance/test-database.ts';
import { createMemoryTableStore } from './memory.ts';

const COLUMNS: readonly Column[] = [
  { name: 'subject', type: 'text', required: true },
  { name: 'score', type: 'number', required: false },
  { name: 'spam', type: 'boolean', required: false },
  { name: 'at', type: 'time', required: false },
  { name: 'more', type: 'json', required: false },
];
const store: TableStore = createMemoryTableStore(realPowers);
const { id } = await store.create('ws_a', { name: 'mails', columns: COLUMNS }, 'k0');
let counter = 0;
const insert = (...rows: readonly JsonObject[]) =>
  store.insert('ws_a', id, rows, label('untrusted'), `k${++counter}`);
const deep = (levels: number): JsonObject =>
  JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`) as JsonObject;

test.each<[what: string, row: JsonObject, said: RegExp]>([
  ['a missing required value', {}, /Row 1, column "subject": a value is required/],
  ['null for a required value', { subject: null }, /a value is required/],
  ['a number for text', { subject: 7 }, /text is wanted, and 7 is a number; put it in quotes/],
  [
    'text for a number',
    { subject: '', score: '7' },
    /"score": a number is wanted, and "7" is text; write it like 12\.5/,
  ],
  ['a number that is not finite', { subject: '', score: Number.NaN }, /not a finite number/],
  ['text for a boolean', { subject: '', spam: 'true' }, /true or false is wanted.*without quotes/],
  [
    'a day that no month has',
    { subject: '', at: '2026-02-30T00:00:00Z' },
    /"2026-02-30T00:00:00Z" is not a time; write it like/,
  ],
  ['a thirteenth month', { subject: '', at: '2026-13-01' }, /is not a time/],
  ['a time without its zone', { subject: '', at: '2026-02-03T10:00:00' }, /is not a time/],
  ['a number for a time', { subject: '', at: 1 }, /a time is wanted, and 1 is a number/],
  [
    'an unknown column',
    { subject: '', Subject: 'x' },
    /column "Subject": the table has subject, score, spam, at, more; use one of these/,
  ],
  [
    'the prototype as a column',
    JSON.parse('{"subject":"","__proto__":1}') as JsonObject,
    /column "__proto__"/,
  ],
  [
    'a zero character',
    { subject: 'a\0b' },
    /"subject": the value holds a zero character; leave it out/,
  ],
  ['half a character', { subject: '\ud800' }, /holds half of a Unicode character/],
  ['a zero character in a key', { subject: '', more: { 'a\0': 1 } }, /holds a zero character/],
  ['bottomless nesting', { subject: '', more: deep(20_000) }, /nests over 64 levels/],
])('%s is refused with its column, the problem and the way out', async (_, row, said) => {
  const thrown = await insert(row).catch((error: unknown) => error);
  expect(thrown).toMatchObject({
    code: 'RECORD_ROWS_INVALID',
    message: expect.stringMatching(said),
  });
});

test('all problems of all rows are named at once, up to ten, and nothing is written', async () => {
  const before = await store.tables('ws_a');
  const rows = [{ subject: 'fine' }, ...Array.from({ length: 12 }, () => ({ score: 'x' }))];
  const thrown = await insert(...rows).catch((error: unknown) => error);
  expect(thrown).toMatchObject({ message: expect.stringMatching(/^Row 2, .* And 14 more\.$/) });
  expect(await store.tables('ws_a')).toEqual(before);
});

test('an update and a comparison name the column too', async () => {
  const [row] = await insert({ subject: 'one' });
  const key = `k${++counter}`;
  const update = store.update('ws_a', id, row?.id ?? '', { subject: null }, label('system'), key);
  await expect(update).rejects.toThrow('In column "subject": a value is required; give one.');
  const query = store.query('ws_a', id, { where: { score: 'x' }, limit: 1, after: null });
  await expect(query).rejects.toThrow('In column "score": a number is wanted');
});

test('a row of 64 KiB is kept and one byte more is refused', async () => {
  const frame = JSON.stringify({ subject: '', score: null, spam: null, at: null, more: null });
  const room = 64 * 1024 - frame.length;
  await insert({ subject: 'x'.repeat(room) });
  const over = { code: 'RECORD_LIMIT_EXCEEDED', details: { bytes: 65_537, maxBytes: 65_536 } };
  await expect(insert({ subject: 'x'.repeat(room + 1) })).rejects.toMatchObject(over);
  await expect(insert({ subject: `${'x'.repeat(room - 1)}é` })).rejects.toMatchObject(over);
});

test('an update may not make a row outgrow its limit', async () => {
  const [row] = await insert({ subject: 'x'.repeat(60_000) });
  const key = `k${++counter}`;
  const values = { more: 'y'.repeat(10_000) };
  await expect(
    store.update('ws_a', id, row?.id ?? '', values, label('system'), key),
  ).rejects.toMatchObject({ code: 'RECORD_LIMIT_EXCEEDED' });
});

test('a write takes a thousand rows and no more', async () => {
  const rows = Array.from({ length: 1001 }, () => ({ subject: 'x' }));
  await expect(insert(...rows)).rejects.toMatchObject({ code: 'RECORD_LIMIT_EXCEEDED' });
  expect(await insert(...rows.slice(1))).toHaveLength(1000);
});

test.each([0, 1001, 1.5, Number.NaN])('a page of %d rows is refused', async (limit) => {
  await expect(store.query('ws_a', id, { where: {}, limit, after: null })).rejects.toMatchObject({
    code: 'RECORD_QUERY_INVALID',
  });
});

const column = (name: string): Column => ({ name, type: 'text', required: false });

test.each<[what: string, name: string, columns: readonly Column[], said: RegExp]>([
  [
    'a name with a capital',
    'Mails',
    COLUMNS,
    /table name "Mails" does not work: use 1 to 63 of a-z/,
  ],
  ['a name that is too long', 'x'.repeat(64), COLUMNS, /does not work/],
  ['a name like an id', 'tbl_0', COLUMNS, /cannot start with tbl_/],
  ['no columns', 'none', [], /at least one column/],
  [
    '65 columns',
    'wide',
    Array.from({ length: 65 }, (_, n) => column(`c${n}`)),
    /65 columns, and at most 64/,
  ],
  ['a column twice', 'twice', [column('a'), column('a')], /Two columns are called "a"/],
  ['a column with a quote', 'quote', [column('a"')], /column name "a\\"" does not work/],
  // The type comes from JSON at run time.
  [
    'an unknown type',
    'typed',
    [{ ...column('a'), type: 'blob' as 'text' }],
    /no type we know; use one of text/,
  ],
])('a table with %s is refused', async (_, name, columns, said) => {
  const thrown = await store
    .create('ws_a', { name, columns }, name)
    .catch((error: unknown) => error);
  expect(thrown).toMatchObject({
    code: 'RECORD_TABLE_INVALID',
    message: expect.stringMatching(said),
  });
});

test('a table may have 64 columns', async () => {
  const columns = Array.from({ length: 64 }, (_, n) => column(`c${n}`));
  expect((await store.create('ws_a', { name: 'widest', columns }, 'kw')).columns).toHaveLength(64);
});

import { type Column, label, type TableStore } from '@countersign/contract';
import { describe, expect, test } from 'vitest';

/** How the suite gets a store: empty workspaces `ws_a` and `ws_b`, shared by all tests of the file. */
export interface TableStoreUnderTest {
  readonly store: () => TableStore;
}

const MAILS: readonly Column[] = [
  { name: 'subject', type: 'text', required: true },
  { name: 'score', type: 'number', required: false },
  { name: 'spam', type: 'boolean', required: false },
  { name: 'at', type: 'time', required: false },
  { name: 'more', type: 'json', required: false },
];
const principal = label('principal', ['user:usr_1']);
const untrusted = label('untrusted', ['user:usr_1', 'user:usr_2'], ['mail:1#/subject']);

let counter = 0;
const fresh = (what: string) => `${what}_${++counter}`;

/** What every {@link TableStore} does. */
export function tableStoreConformance(name: string, { store }: TableStoreUnderTest): void {
  const table = (columns = MAILS) =>
    store().create('ws_a', { name: fresh('mails'), columns }, fresh('key'));
  const insert = (id: string, rows: Parameters<TableStore['insert']>[2]) =>
    store().insert('ws_a', id, rows, untrusted, fresh('key'));
  const all = { where: {}, limit: 1000, after: null };

  describe(`${name} keeps rows`, () => {
    test('rows come back in the order of writing, complete, normalised and labelled', async () => {
      const { id } = await table();
      const written = await insert(id, [
        { subject: 'one', score: 1.5, spam: false, at: '2026-02-28T10:00:00+02:00' },
        { subject: 'two', more: { deep: [1, null, 'é', '__proto__'] }, at: '2026-03-01' },
      ]);
      expect(await store().query('ws_a', id, all)).toEqual(written);
      expect(written.map((row) => row.values)).toEqual([
        { subject: 'one', score: 1.5, spam: false, at: '2026-02-28T08:00:00.000Z', more: null },
        {
          subject: 'two',
          score: null,
          spam: null,
          at: '2026-03-01T00:00:00.000Z',
          more: { deep: [1, null, 'é', '__proto__'] },
        },
      ]);
      expect(written[0]?.label).toEqual(untrusted);
    });

    test('a table is listed with its columns and its number of rows, and found by name', async () => {
      const { id, name: called } = await table();
      await insert(called, [{ subject: 'one' }, { subject: 'two' }]);
      const [row] = await insert(id, [{ subject: 'three' }]);
      await store().remove('ws_a', id, row?.id ?? '', fresh('key'));
      const listed = (await store().tables('ws_a')).find((info) => info.id === id);
      expect(listed).toEqual({ id, name: called, columns: MAILS, rows: 2 });
    });

    test('a query compares every named column for equality', async () => {
      const { id } = await table();
      await insert(id, [
        { subject: 'a', score: 1, more: { x: 1, y: 2 } },
        { subject: 'a', score: 2, more: { x: 1 } },
        { subject: 'b', score: 1, at: '2026-01-01T00:00:00Z' },
      ]);
      const found = async (where: Parameters<TableStore['query']>[2]['where']) =>
        (await store().query('ws_a', id, { ...all, where })).map(({ values }) => [
          values['subject'],
          values['score'],
        ]);
      expect(await found({ subject: 'a', score: 1 })).toEqual([['a', 1]]);
      expect(await found({ more: { y: 2, x: 1 } })).toEqual([['a', 1]]);
      expect(await found({ more: null })).toEqual([['b', 1]]);
      expect(await found({ at: '2026-01-01' })).toEqual([['b', 1]]);
      expect(await found({ subject: 'A' })).toEqual([]);
    });

    test('pages go on after the last row, even when it was removed in between', async () => {
      const { id } = await table();
      await insert(
        id,
        Array.from({ length: 5 }, (_, n) => ({ subject: `m${n}` })),
      );
      const first = await store().query('ws_a', id, { where: {}, limit: 2, after: null });
      const last = first[1]?.id ?? '';
      await store().remove('ws_a', id, last, fresh('key'));
      const second = await store().query('ws_a', id, { where: {}, limit: 2, after: last });
      const third = await store().query('ws_a', id, {
        where: {},
        limit: 2,
        after: second[1]?.id ?? '',
      });
      expect([...second, ...third].map(({ values }) => values['subject'])).toEqual([
        'm2',
        'm3',
        'm4',
      ]);
    });

    test('an update changes the named columns, and the label is the join of old and new', async () => {
      const { id } = await table();
      const [row] = await insert(id, [{ subject: 'one', score: 1 }]);
      const updated = await store().update(
        'ws_a',
        id,
        row?.id ?? '',
        { score: 2 },
        principal,
        fresh('key'),
      );
      expect(updated?.values).toMatchObject({ subject: 'one', score: 2 });
      expect(updated?.label).toEqual(label('untrusted', ['user:usr_1'], ['mail:1#/subject']));
      expect(await store().query('ws_a', id, all)).toEqual([updated]);
    });

    test('a removed row is gone: it cannot be read, changed or removed again', async () => {
      const { id } = await table();
      const [row] = await insert(id, [{ subject: 'one' }]);
      const gone = row?.id ?? '';
      expect(await store().remove('ws_a', id, gone, fresh('key'))).toBe(true);
      expect(await store().remove('ws_a', id, gone, fresh('key'))).toBe(false);
      expect(
        await store().update('ws_a', id, gone, { score: 1 }, untrusted, fresh('key')),
      ).toBeNull();
      expect(await store().query('ws_a', id, all)).toEqual([]);
    });

    test('what a caller does to values it gave or got changes nothing that is kept', async () => {
      const { id } = await table();
      const more = { list: ['kept'] };
      const [row] = await insert(id, [{ subject: 'one', more }]);
      more.list.push('smuggled');
      // A caller in JavaScript is not stopped by `readonly`.
      (row?.values as { subject: string }).subject = 'changed';
      const [kept] = await store().query('ws_a', id, all);
      expect(kept?.values).toMatchObject({ subject: 'one', more: { list: ['kept'] } });
    });
  });

  describe(`${name} writes once per key`, () => {
    test('the same key writes once and is answered as it was', async () => {
      const called = fresh('mails');
      const key = fresh('key');
      const create = () => store().create('ws_a', { name: called, columns: MAILS }, key);
      const info = await create();
      const rowKey = fresh('key');
      const write = () => store().insert('ws_a', info.id, [{ subject: 'one' }], untrusted, rowKey);
      const written = await write();
      const rowId = written[0]?.id ?? '';
      const updateKey = fresh('key');
      const update = () =>
        store().update('ws_a', info.id, rowId, { score: 1 }, untrusted, updateKey);
      const updated = await update();
      const removeKey = fresh('key');
      const remove = () => store().remove('ws_a', info.id, rowId, removeKey);
      expect(await remove()).toBe(true);

      expect(await create()).toEqual(info);
      expect(await write()).toEqual(written);
      expect(await update()).toEqual(updated);
      expect(await remove()).toBe(true);
      expect(await store().query('ws_a', info.id, all)).toEqual([]);
    });

    test('many writers at once with one key write once', async () => {
      const { id } = await table();
      const key = fresh('key');
      const answers = await Promise.all(
        Array.from({ length: 8 }, () =>
          store().insert('ws_a', id, [{ subject: 'one' }], untrusted, key),
        ),
      );
      expect(new Set(answers.map((answer) => answer[0]?.id)).size).toBe(1);
      expect(await store().query('ws_a', id, all)).toHaveLength(1);
    });

    test('a key of another write is refused, and in another workspace it is new', async () => {
      const { id } = await table();
      const key = fresh('key');
      await store().insert('ws_a', id, [{ subject: 'one' }], untrusted, key);
      const other = store().insert('ws_a', id, [{ subject: 'two' }], untrusted, key);
      await expect(other).rejects.toMatchObject({ code: 'RECORD_KEY_REUSED' });
      const elsewhere = await store().create('ws_b', { name: 'mails', columns: MAILS }, key);
      expect(elsewhere.rows).toBe(0);
    });

    test('a write that was refused leaves its key new', async () => {
      const { id, name: called } = await table();
      const key = fresh('key');
      const taken = store().create('ws_a', { name: called, columns: MAILS }, key);
      await expect(taken).rejects.toMatchObject({ code: 'RECORD_TABLE_EXISTS' });
      const written = await store().insert('ws_a', id, [{ subject: 'one' }], untrusted, key);
      expect(written).toHaveLength(1);
    });
  });

  describe(`${name} belongs to one workspace`, () => {
    test('another workspace finds neither the table nor its rows', async () => {
      const { id, name: called } = await table();
      const [row] = await insert(id, [{ subject: 'secret' }]);
      const rowId = row?.id ?? '';
      expect((await store().tables('ws_b')).map((info) => info.id)).not.toContain(id);
      const unknown = { code: 'RECORD_TABLE_UNKNOWN' };
      for (const wanted of [id, called]) {
        await expect(store().query('ws_b', wanted, all)).rejects.toMatchObject(unknown);
      }
      await expect(
        store().insert('ws_b', id, [{ subject: 'x' }], untrusted, fresh('key')),
      ).rejects.toMatchObject(unknown);
      await expect(
        store().update('ws_b', id, rowId, { score: 1 }, untrusted, fresh('key')),
      ).rejects.toMatchObject(unknown);
      await expect(store().remove('ws_b', id, rowId, fresh('key'))).rejects.toMatchObject(unknown);
    });

    test("a row of another table is not found through one's own", async () => {
      const [one, two] = [await table(), await table()];
      const [row] = await insert(one.id, [{ subject: 'one' }]);
      const id = row?.id ?? '';
      expect(
        await store().update('ws_a', two.id, id, { score: 1 }, untrusted, fresh('key')),
      ).toBeNull();
      expect(await store().remove('ws_a', two.id, id, fresh('key'))).toBe(false);
      await expect(store().query('ws_a', two.id, { ...all, after: id })).rejects.toMatchObject({
        code: 'RECORD_CURSOR_UNKNOWN',
      });
    });
  });
}

import { label, type TableStore } from '@countersign/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { realPowers, type TestDatabase, testDatabase } from '../conformance/test-database.ts';
import { tableStoreConformance } from './conformance.ts';
import { createPostgresTableStore } from './postgres.ts';

let database: TestDatabase;
let store: TableStore;
beforeAll(async () => {
  database = await testDatabase(inject('postgresUrl'));
  store = createPostgresTableStore(database.app, realPowers);
});
afterAll(() => database.drop());

tableStoreConformance('the Postgres table store', { store: () => store });

test('a writer that waits for another writes after it, so that a reader who pages misses neither', async () => {
  const columns = [{ name: 'n', type: 'text', required: true }] as const;
  const { id } = await store.create('ws_a', { name: 'ordered', columns }, 'ordered');
  const slow = await database.app.connect();
  let waiting: Promise<unknown>;
  try {
    await slow.query(`begin; select set_config('app.workspace', 'ws_a', true)`);
    await slow.query('update data_table set rows = rows + 1 where id = $1', [id]);
    waiting = store.insert('ws_a', id, [{ n: 'second' }], label('system'), 'second');
    await untilSomebodyWaits();
    await slow.query(
      `insert into data_row (workspace, table_id, id, cells, label)
       values ('ws_a', $1, 'row_first', '{"n": "first"}', $2)`,
      [id, JSON.stringify(label('system'))],
    );
    await slow.query('commit');
  } finally {
    slow.release();
  }
  await waiting;
  const rows = await store.query('ws_a', id, { where: {}, limit: 10, after: null });
  expect(rows.map((row) => row.values['n'])).toEqual(['first', 'second']);
});

/** Until a session of this database waits for a lock: looked at again and again, within the test's own time. */
async function untilSomebodyWaits(): Promise<void> {
  for (;;) {
    const { rowCount } = await database.admin.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rowCount !== 0) return;
  }
}

test('a page far into 10,000 rows is read through the index', async () => {
  const columns = [{ name: 'n', type: 'number', required: true }] as const;
  const { id } = await store.create('ws_a', { name: 'many', columns }, 'many');
  let last = '';
  for (let part = 0; part < 10; part++) {
    const rows = Array.from({ length: 1000 }, (_, n) => ({ n: part * 1000 + n }));
    const written = await store.insert('ws_a', id, rows, label('system'), `many-${part}`);
    if (part === 8) last = written.at(-1)?.id ?? '';
  }
  await database.admin.query('analyze data_row');
  const page = await store.query('ws_a', id, { where: {}, limit: 10, after: last });
  expect(page.map((row) => row.values['n'])).toEqual(
    Array.from({ length: 10 }, (_, n) => 9000 + n),
  );
  const client = await database.app.connect();
  try {
    await client.query(`begin; select set_config('app.workspace', 'ws_a', true)`);
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain select id from data_row where workspace = 'ws_a' and table_id = '${id}'
       and position > 9000 and not removed order by position limit 10`,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(
      /Index Scan using data_row_order/,
    );
  } finally {
    await client.query('rollback');
    client.release();
  }
});

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

test('rows of one table become visible in the order of their positions', async () => {
  const columns = [{ name: 'n', type: 'number', required: true }] as const;
  const { id } = await store.create('ws_a', { name: 'ordered', columns }, 'ordered');
  const seen: number[] = [];
  let after: string | null = null;
  const read = async () => {
    for (const row of await store.query('ws_a', id, { where: {}, limit: 1000, after })) {
      seen.push(Number(row.values['n']));
      after = row.id;
    }
  };
  const writes = Array.from({ length: 60 }, (_, n) =>
    store.insert('ws_a', id, [{ n }], label('system'), `ordered-${n}`),
  );
  while (seen.length < 60) await read();
  await Promise.all(writes);
  expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, n) => n));
});

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

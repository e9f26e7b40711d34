import { label, type MemoryKeeper } from '@countersign/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { realPowers, type TestDatabase, testDatabase } from '../conformance/test-database.ts';
import { type PostgresRecord, postgresRecord } from '../postgres/store.ts';
import { memoryStoreConformance } from './conformance.ts';
import { createPostgresMemoryStore } from './postgres.ts';

const clock = { now: 1_800_000_000_000 };
const powers = {
  now: () => clock.now,
  randomBytes: realPowers.randomBytes,
  pause: async () => undefined,
};
let database: TestDatabase;
let record: PostgresRecord;
let store: MemoryKeeper;
beforeAll(async () => {
  database = await testDatabase(inject('postgresUrl'));
  const password = database.passwords.countersign_app;
  record = await postgresRecord({ url: database.url, password, powers });
  store = createPostgresMemoryStore(record.pool, powers);
});
afterAll(async () => {
  await record.close();
  await database.drop();
});

memoryStoreConformance('the Postgres memory store', {
  store: () => store,
  record: () => record,
  clock,
});

const about = { person: 'usr_1', agent: 'agt_1', run: 'run_1', supersedes: null, days: 1 };
const draft = (call: string, own = label('untrusted', 'public', ['mail:1#/text'])) => ({
  ...{ ...about, text: `the secret word ${call}`, call, label: own },
});

test('what is due leaves no word of its text in the table, nor in what keyed writes answer', async () => {
  const written = await store.write('ws_erased', draft('run_1.1'), 'run_1.1');
  expect(written.kind).toBe('written');
  clock.now += 86_400_000;
  await store.search('ws_erased', about, '', 1);
  const { rows } = await database.admin.query<{ all: string }>(
    `select (select string_agg(m::text, '') from memory_item m where workspace = 'ws_erased') ||
       (select string_agg(k::text, '') from keyed_write k where workspace = 'ws_erased') as all`,
  );
  expect(rows[0]?.all).toContain('mem_');
  expect(rows[0]?.all).not.toContain('secret');
});

test('what is written from a memory while that is rolled back goes along, whoever is first', async () => {
  for (let round = 0; round < 10; round++) {
    const ws = `ws_race_${round}`;
    const poison = await store.write(ws, draft('run_1.1'), 'run_1.1');
    const id = poison.kind === 'written' ? poison.item.id : '';
    const from = label('untrusted', 'public', [`${id}#/items/*/id`]);
    const wish = { source: 'mail:1', person: null };
    const [rolled] = await Promise.all([
      store.rollBack(ws, wish, [id], 'usr_1'),
      store.write(ws, draft('run_1.2', from), 'run_1.2'),
    ]);
    // Either the person is told that there is more than they were shown, or all of it is gone.
    const read = await store.search(ws, about, '', 10);
    expect(read).toHaveLength(rolled.kind === 'changed' ? 2 : 0);
  }
});

test('the limit of a place holds for many who write at once', async () => {
  await database.admin.query(
    `insert into memory_item (workspace, id, person, agent, text, words, label, tainted, created_at, expires_at, status, erase_at)
     select 'ws_full', 'mem_' || n, 'usr_1', 'agt_1', 'x', '', '{}', true, to_timestamp($1), to_timestamp($1) + interval '1 day',
       'waiting', to_timestamp($1) + interval '1 day' from generate_series(1, 498) as n`,
    [clock.now / 1000],
  );
  const kinds = await Promise.all(
    Array.from({ length: 6 }, async (_, n) => {
      const call = `run_1.${n}`;
      return (await store.write('ws_full', draft(call), call)).kind;
    }),
  );
  expect(kinds.filter((kind) => kind === 'written')).toHaveLength(2);
});

test('a tainted memory cannot be made active by any statement that the server’s role may run', async () => {
  const written = await store.write('ws_check', draft('run_1.1'), 'run_1.1');
  expect(written).toMatchObject({ item: { status: 'waiting' } });
  const raise = record.pool.query(`select set_config('app.workspace', 'ws_check', false);
    update memory_item set status = 'active' where workspace = 'ws_check'`);
  await expect(raise).rejects.toMatchObject({ code: '23514' });
});

import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { entry, runCreate, WORKSPACE } from '../conformance/record/harness.ts';
import { realPowers, type TestDatabase, testDatabase } from '../conformance/test-database.ts';
import { postgresRecord } from './store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(inject('postgresUrl'));
});
afterAll(() => database.drop());

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Rows of runs and accounts that were read, and scans of an index that is not the key. */
async function reads(): Promise<{ readonly rows: number; readonly others: number }> {
  const { rows } = await database.admin.query<{ rows: string; others: string }>(
    `select (select sum(idx_tup_fetch + seq_tup_read) from pg_stat_user_tables
             where schemaname = 'countersign' and relname in ('run', 'account')) as rows,
            (select sum(idx_scan) from pg_stat_user_indexes
             where schemaname = 'countersign' and relname = 'run' and indexrelname <> 'run_pkey') as others`,
  );
  return { rows: Number(rows[0]?.rows), others: Number(rows[0]?.others) };
}

test('a commit reads a few rows, however many runs its workspace has, though its connection began with none', async () => {
  // Otherwise the statistics themselves would mend the plans, a minute later.
  await database.admin.query('alter table countersign.run set (autovacuum_enabled = false)');
  await database.admin.query('alter table countersign.account set (autovacuum_enabled = false)');
  const { url, passwords } = database;
  const record = await postgresRecord({
    url,
    password: passwords.countersign_app,
    powers: { ...realPowers, pause },
    connections: 1,
  });
  const one = async (run: string) => {
    await record.commit({
      workspace: WORKSPACE,
      create: runCreate(run),
      entries: [entry('run.started', run)],
      accounts: [{ id: `run:${run}`, limits: { calls: 9 } }],
    });
    await record.commit({
      workspace: WORKSPACE,
      entries: [entry('run.cancelled', run)],
      advance: { id: run, fence: null },
      reserve: [{ accounts: [`run:${run}`, 'all'], amounts: { calls: 1 } }],
    });
  };
  for (let made = 0; made < 900; made++) await one(`run_${made}`);
  await pause(1_200);
  const before = await reads();
  for (let made = 900; made < 1_000; made++) await one(`run_${made}`);
  // Statistics are told when a connection ends.
  await record.close();
  await pause(300);
  const after = await reads();
  expect(after.rows - before.rows).toBeLessThan(100 * 2 * 20);
  expect(after.others - before.others).toBe(0);
}, 60_000);

import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { losingProxy } from '../conformance/losing-proxy.ts';
import { entry, WORKSPACE } from '../conformance/record/harness.ts';
import { realPowers, type TestDatabase, testDatabase } from '../conformance/test-database.ts';
import { commitWithin } from './commit-within.ts';
import { rolePool } from './pool.ts';
import { inSnapshot, inWorkspace, readRows, type Tenant } from './tenant.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(inject('postgresUrl'));
});
afterAll(() => database.drop());

const commit = { workspace: WORKSPACE, entries: [entry('policy.changed', null)] };

async function sizeOfLog(tenant: Tenant): Promise<number> {
  const { rows } = await tenant.query<{ size: number }>('select count(*) as size from log_entry');
  return rows[0]?.size ?? -1;
}

test('a transaction carries its workspace, and the connection forgets it afterwards', async () => {
  const seen = await inWorkspace(database.app, "ws_it's", async (tenant) => {
    const { rows } = await tenant.query("select current_setting('app.workspace') as workspace");
    return rows;
  });
  expect(seen).toEqual([{ workspace: "ws_it's" }]);
  const after = await database.app.query(
    "select current_setting('app.workspace', true) as workspace",
  );
  expect(['', null]).toContain(after.rows[0].workspace);
});

test('what a transaction did is gone when its work throws, ledger and all', async () => {
  const failed = inWorkspace(database.app, WORKSPACE, async (tenant) => {
    expect(await commitWithin(tenant, realPowers, commit)).toMatchObject({
      kind: 'committed',
      first: 0,
    });
    await tenant.query('select 1 / 0');
  });
  await expect(failed).rejects.toMatchObject({ code: '22012' });
  expect(await inWorkspace(database.app, WORKSPACE, sizeOfLog)).toBe(0);
});

test('work that passes over the failure of a statement is not taken for done', async () => {
  const careless = inWorkspace(database.app, WORKSPACE, async (tenant) => {
    await commitWithin(tenant, realPowers, commit);
    await tenant.query('select 1 / 0').catch(() => undefined);
    return 'done';
  });
  await expect(careless).rejects.toThrow(/passed over the failure/);
  expect(await inWorkspace(database.app, WORKSPACE, sizeOfLog)).toBe(0);
});

test('a snapshot is of one moment, and changes nothing', async () => {
  await inSnapshot(database.app, WORKSPACE, async (tenant) => {
    expect(await sizeOfLog(tenant)).toBe(0);
    await inWorkspace(database.app, WORKSPACE, (other) => commitWithin(other, realPowers, commit));
    expect(await sizeOfLog(tenant)).toBe(0);
  });
  const written = inSnapshot(database.app, WORKSPACE, (tenant) =>
    tenant.query('insert into keyed_write values ($1)', [WORKSPACE]),
  );
  await expect(written).rejects.toMatchObject({ code: '25006' });
});

test('a connection that is lost before the end is down; one that is lost as it commits leaves that open', async () => {
  const proxy = await losingProxy(database.url);
  const password = database.passwords.countersign_app;
  const pool = rolePool({ url: proxy.url, role: 'countersign_app', password });
  const work = (tenant: Tenant) => tenant.query("select 'lose this'");
  proxy.loseNextAnswerTo('lose this');
  await expect(inWorkspace(pool, WORKSPACE, work)).rejects.toMatchObject({
    code: 'RECORD_DATABASE_DOWN',
  });
  proxy.loseNextAnswerTo('commit\0');
  await expect(inWorkspace(pool, WORKSPACE, work)).rejects.toMatchObject({
    code: 'RECORD_COMMIT_UNKNOWN',
  });
  proxy.loseNextAnswerTo('commit\0');
  await expect(inSnapshot(pool, WORKSPACE, work)).rejects.toMatchObject({
    code: 'RECORD_DATABASE_DOWN',
  });
  await pool.end();
  await proxy.close();
});

test('rows are read in one round trip that sees one workspace, changes nothing, and leaves the connection as it was', async () => {
  const workspace = 'ws_read';
  await inWorkspace(database.app, workspace, (tenant) =>
    commitWithin(tenant, realPowers, { ...commit, workspace }),
  );
  const count = 'select count(*) as size from log_entry where workspace = $1';
  expect(await readRows(database.app, workspace, count, [workspace])).toEqual([{ size: 1 }]);
  expect(await readRows(database.app, 'ws_other', count, [workspace])).toEqual([{ size: 0 }]);
  await expect(
    readRows(database.app, workspace, 'select 1 / (size - 1) from log_head', []),
  ).rejects.toMatchObject({ code: '22012' });
  const write = 'insert into log_head (workspace) values ($1)';
  await expect(readRows(database.app, 'ws_new', write, ['ws_new'])).rejects.toMatchObject({
    code: expect.stringMatching(/25006|42501/) as never,
  });
  const after = await database.app.query(
    "select current_setting('app.workspace', true) as workspace, pg_current_xact_id_if_assigned() as xact",
  );
  expect(after.rows[0].xact).toBeNull();
  expect(['', null]).toContain(after.rows[0].workspace);
  expect(await readRows(database.app, workspace, count, [workspace])).toEqual([{ size: 1 }]);
});

test('a connection that is lost while rows are read is down, and the next read has another', async () => {
  const proxy = await losingProxy(database.url);
  const password = database.passwords.countersign_app;
  const pool = rolePool({ url: proxy.url, role: 'countersign_app', password });
  proxy.loseNextAnswerTo('lose this');
  await expect(readRows(pool, WORKSPACE, "select 'lose this'", [])).rejects.toMatchObject({
    code: 'RECORD_DATABASE_DOWN',
  });
  expect(await readRows(pool, WORKSPACE, "select 'kept' as word", [])).toEqual([{ word: 'kept' }]);
  await pool.end();
  await proxy.close();
});

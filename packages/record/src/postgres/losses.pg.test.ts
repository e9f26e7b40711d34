import { Fault, type WakeSignal } from '@countersign/contract';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { losingProxy } from '../conformance/losing-proxy.ts';
import {
  committed,
  entry,
  heldRun,
  parkedRun,
  runCreate,
  WORKSPACE,
} from '../conformance/record/harness.ts';
import { realPowers, type TestDatabase, testDatabase } from '../conformance/test-database.ts';
import { type PostgresRecord, postgresRecord } from './store.ts';

let database: TestDatabase;
const opened: PostgresRecord[] = [];

beforeAll(async () => {
  database = await testDatabase(inject('postgresUrl'));
});
beforeEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
  await database.empty();
});
afterAll(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
  await database.drop();
});

/** The record as another process would open it. */
async function process(url = database.url, pausing = pause): Promise<PostgresRecord> {
  const { passwords } = database;
  const powers = { ...realPowers, pause: pausing };
  const store = await postgresRecord({ url, password: passwords.countersign_app, powers });
  opened.push(store);
  return store;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Ends server processes of the record's role that match, as a network or a server that fails would. */
async function cut(condition: string): Promise<number> {
  const { rowCount } = await database.admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where usename = 'countersign_app' and datname = current_database() and (${condition})`,
  );
  return rowCount ?? 0;
}

/** Resolves once something holds; the test's own time limit bounds it. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(5);
}

/** Holds the lock that every commit of a workspace waits for, until it is let go. */
async function holdHead(): Promise<() => Promise<void>> {
  const client: pg.PoolClient = await database.admin.connect();
  await client.query('begin');
  await client.query('select from log_head for update');
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

const WAITING = "query like 'select record_commit%' and wait_event_type = 'Lock'";

async function isWaiting(): Promise<boolean> {
  const { rows } = await database.admin.query(`select from pg_stat_activity where ${WAITING}`);
  return rows.length > 0;
}

/** Lets nobody but administrators into the database, and ends who is in it, until the work is done. */
async function closed(work: () => Promise<void>): Promise<void> {
  const limit = (most: number) =>
    database.admin.query(
      `do $$ begin execute format('alter database %I connection limit ${most}', current_database()); end $$`,
    );
  await limit(0);
  try {
    await cut('true');
    await work();
  } finally {
    await limit(-1);
  }
}

function codeOf(fault: unknown): unknown {
  return fault instanceof Fault ? fault.code : fault;
}

test('a commit whose connection dies before it is done is made once, and answered', async () => {
  const store = await process();
  const fence = await heldRun(store, 'run_a');
  const letGo = await holdHead();
  const commit = store.commit({
    workspace: WORKSPACE,
    entries: [entry('call.intent', 'run_a')],
    advance: { id: 'run_a', fence },
    reserve: [{ accounts: ['run:run_a'], amounts: { calls: 1 } }],
  });
  await until(async () => (await cut(WAITING)) > 0);
  await letGo();
  expect(await commit).toEqual({ kind: 'committed', first: 1, last: 1, epoch: 1 });
  expect(await store.reader.log(WORKSPACE, 0, 10)).toHaveLength(2);
  expect(await store.reader.account(WORKSPACE, 'run:run_a')).toMatchObject({
    reserved: { calls: 1 },
  });
});

test('commits whose answer is lost after they were made are found, not made again', async () => {
  const store = await process();
  const fence = await heldRun(store, 'run_a');
  const proxy = await losingProxy(database.url);
  const through = await process(proxy.url);
  proxy.loseNextAnswerTo('record_commit');
  // The first entry has no payload, and so nothing by which it could be told from another.
  const entries = [
    { ...entry('call.intent', 'run_a'), payload: null },
    entry('call.outcome', 'run_a'),
  ];
  const start = { create: runCreate('run_b'), entries: [entry('run.started', 'run_b')] };
  const answers = await Promise.all([
    through.commit({ workspace: WORKSPACE, entries, advance: { id: 'run_a', fence } }),
    through
      .commit({ workspace: WORKSPACE, entries: [], advance: { id: 'run_x', fence: null } })
      .catch(codeOf),
    through.commit({ workspace: WORKSPACE, ...start }),
    through.commit({ workspace: WORKSPACE, ...start }),
  ]);
  expect(proxy.lost).toBe(1);
  expect(answers).toEqual([
    { kind: 'committed', first: 1, last: 2, epoch: 1 },
    'RECORD_RUN_UNKNOWN',
    { kind: 'committed', first: 3, last: 3, epoch: 0 },
    { kind: 'duplicate', run: 'run_b' },
  ]);
  expect(await store.reader.log(WORKSPACE, 0, 10)).toHaveLength(4);
  await proxy.close();
});

test('a commit that loses a deadlock is made all the same', async () => {
  const store = await process();
  const fence = await heldRun(store, 'run_a');
  const other = await database.admin.connect();
  // The commit has the head and wants the run; this has the run and wants the head, and waits for longer.
  await other.query("begin; set local deadlock_timeout = '20s'; select from run for update");
  const commit = store.commit({
    workspace: WORKSPACE,
    entries: [entry('call.intent', 'run_a')],
    advance: { id: 'run_a', fence },
  });
  await until(isWaiting);
  await other.query('select from log_head for update');
  await other.query('rollback');
  other.release();
  expect(await commit).toMatchObject({ kind: 'committed', first: 1, last: 1 });
  expect(await store.reader.log(WORKSPACE, 0, 10)).toHaveLength(2);
});

test('while the database takes nobody, a commit that was not sent is a fault that may be tried again', async () => {
  const store = await process();
  await committed(store, { entries: [entry('policy.changed', null)] });
  await closed(async () => {
    // A connection that has ended unseen would have taken the commit with it: unknown, not unsent.
    await until(async () => store.pool.totalCount === 0);
    const refused = store.commit({
      workspace: WORKSPACE,
      entries: [entry('policy.changed', null)],
    });
    await expect(refused).rejects.toMatchObject({
      code: 'RECORD_DATABASE_DOWN',
      spec: { retry: { afterMs: 1_000 } },
    });
    await expect(store.loadRun(WORKSPACE, 'run_a')).rejects.toMatchObject({
      code: 'RECORD_DATABASE_DOWN',
    });
    await expect(store.reader.run(WORKSPACE, 'run_a')).rejects.toMatchObject({
      code: 'RECORD_DATABASE_DOWN',
    });
  });
  await committed(store, { entries: [entry('policy.changed', null)] });
  expect(await store.reader.log(WORKSPACE, 0, 10)).toHaveLength(2);
});

test('a commit that was sent before the database went away for long is unknown, and must not be repeated', async () => {
  const store = await process(database.url, async () => undefined);
  await committed(store, { entries: [entry('policy.changed', null)] });
  const letGo = await holdHead();
  const commit = store
    .commit({ workspace: WORKSPACE, entries: [entry('policy.changed', null)] })
    .catch((fault: unknown) => fault);
  await until(isWaiting);
  await closed(async () => {
    expect(await commit).toMatchObject({ code: 'RECORD_COMMIT_UNKNOWN', spec: { retry: 'never' } });
  });
  await letGo();
  await committed(store, { entries: [entry('policy.changed', null)] });
});

test('one process hears what another commits, and not its own twice', async () => {
  const [one, other] = [await process(), await process()];
  const heard: WakeSignal[] = [];
  const own: WakeSignal[] = [];
  await one.watch((signal) => heard.push(signal));
  await other.watch((signal) => own.push(signal));
  await committed(other, { create: runCreate('run_a'), entries: [entry('run.started', 'run_a')] });
  const signals = [
    { kind: 'entries', workspace: WORKSPACE, run: 'run_a', index: 0 },
    { kind: 'runnable' },
  ];
  await until(async () => heard.length >= 2);
  expect(heard).toEqual(signals);
  // By now its own notification has come back too.
  await committed(one, { create: runCreate('run_b') });
  await until(async () => own.length >= 3);
  // What it committed itself comes with the entries, which no notification carries.
  const fresh = { after: -1, entries: expect.any(Function) as never };
  expect(own).toEqual([{ ...signals[0], fresh }, signals[1], { kind: 'runnable' }]);
});

test('a process that ends without a word loses its runs at once, however lately it was heard of', async () => {
  const [dies, lives] = [await process(), await process()];
  await dies.heartbeat('wrk_dies');
  await heldRun(dies, 'run_a', 'wrk_dies');
  await lives.heartbeat('wrk_lives');
  expect(await lives.adopt('wrk_lives')).toBe(0);
  const before = Date.now();
  await dies.close();
  await until(async () => (await lives.adopt('wrk_lives')) === 1);
  expect(Date.now() - before).toBeLessThan(10_000);
  expect(await lives.claim('wrk_lives', 5)).toMatchObject([{ run: 'run_a', epoch: 2 }]);
});

test('a listener whose connection is cut comes back, holds its workers again and says that it may have missed something', async () => {
  const [one, other] = [await process(), await process()];
  await heldRun(one, 'run_a', 'wrk_one');
  const heard: WakeSignal[] = [];
  await one.watch((signal) => heard.push(signal));
  await other.heartbeat('wrk_other');
  expect(await cut("application_name = 'countersign_listener'")).toBeGreaterThan(0);
  await until(async () => heard.some(({ kind }) => kind === 'runnable'));
  expect(await other.adopt('wrk_other')).toBe(0);
  heard.length = 0;
  await parkedRun(other, 'run_b');
  await until(async () =>
    heard.some((signal) => signal.kind === 'entries' && signal.run === 'run_b'),
  );
});

test('a record that is closed takes no commit, and finishes those it has', async () => {
  const store = await process();
  const last = store.commit({ workspace: WORKSPACE, entries: [entry('policy.changed', null)] });
  opened.splice(opened.indexOf(store), 1);
  await store.close();
  expect(await last).toMatchObject({ kind: 'committed' });
  const late = store.commit({ workspace: WORKSPACE, entries: [] });
  await expect(late).rejects.toMatchObject({ code: 'RECORD_CLOSED' });
});

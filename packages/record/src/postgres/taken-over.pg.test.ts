import { type Json, type JsonObject, leafText } from '@countersign/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { finishedRun, SEED } from '../conformance/ledger/ledger-rules.ts';
import {
  committed,
  entry,
  limited,
  parkedRun,
  question,
  WORKSPACE,
} from '../conformance/record/harness.ts';
import { realPowers, type TestDatabase, testDatabase } from '../conformance/test-database.ts';
import { createLedger } from '../ledger/ledger.ts';
import { checkpointSigner, memoryWitness } from '../ledger/signer.ts';
import { type PostgresRecord, postgresRecord } from './store.ts';

// What somebody can do who has taken over the server's process, and speaks to Postgres as its role.

let database: TestDatabase;
let store: PostgresRecord;
beforeAll(async () => {
  database = await testDatabase(inject('postgresUrl'));
  const { url, passwords } = database;
  const powers = { ...realPowers, pause: async () => undefined };
  store = await postgresRecord({ url, password: passwords.countersign_app, powers });
});
beforeEach(() => database.empty());
afterAll(async () => {
  await store.close();
  await database.drop();
});

/** A leaf as a thief would write it. */
interface Leaf {
  readonly kind: string;
  readonly run?: string | null;
  readonly workspace?: string;
  readonly ref?: JsonObject;
}

interface Attack {
  readonly item: JsonObject;
  readonly leaves?: readonly Leaf[];
  readonly accounts?: readonly string[];
  readonly workspace?: string;
}

/** Calls the one function that commits with an item that no code of ours has made. */
async function commitAs(attack: Attack, client: Pick<typeof database.app, 'query'> = database.app) {
  const { item, leaves = [], accounts = [], workspace = WORKSPACE } = attack;
  const texts = leaves.map(({ kind, run = null, workspace: of = workspace, ref = {} }) =>
    leafText({ v: 1, workspace: of, time: 1, kind, run, call: null, ref, payload: null } as never),
  );
  const nothing = texts.map(() => null);
  const runs = leaves.map(({ run = null }) => run);
  const items = JSON.stringify([{ n: leaves.length, time: 1, ...item }]);
  const { rows } = await client.query<{ answers: Json }>(
    'select record_commit($1, $2, $3, $4, $5, $6, $7, false) as answers',
    [workspace, items, texts, nothing, nothing, runs, accounts],
  );
  return rows[0]?.answers;
}

/** Everything that the record's functions can change. */
async function everything(): Promise<unknown> {
  const { rows } = await database.admin.query(
    `select (select json_agg(t order by t.index) from log_entry t) as entries, (select json_agg(t) from log_head t) as heads,
            (select json_agg(t order by t.id) from run t) as runs, (select json_agg(t order by t.id) from question t) as questions,
            (select json_agg(t order by t.id) from account t) as accounts, (select json_agg(t) from log_checkpoint t) as checkpoints`,
  );
  return rows[0];
}

/** Expects that a commit is refused and has changed nothing. */
async function expectRefused(attack: Attack, message: RegExp): Promise<void> {
  const before = await everything();
  await expect(commitAs(attack), JSON.stringify(attack)).rejects.toThrow(message);
  expect(await everything()).toEqual(before);
}

describe('a question', () => {
  const answer = JSON.stringify({ kind: 'approve', callHash: 'a'.repeat(64) });
  const close = [{ id: 'qst_a', status: 'approved', by: 'usr_b', answer }];
  const ref = { question: 'qst_a', answer: 'approve', by: 'usr_b' };
  const said: Leaf = { kind: 'question.answered', run: 'run_a', ref };
  beforeEach(async () => {
    await parkedRun(store, 'run_a');
    await committed(store, { open: [question('qst_a', 'run_a')] });
  });

  test('is not closed without the leaf that says how, by whom, and in its run', async () => {
    for (const leaves of [
      [],
      [{ ...said, kind: 'run.cancelled' }],
      [{ ...said, run: 'run_b' }],
      [{ ...said, run: null }],
      [{ ...said, workspace: 'ws_b' }],
      [{ ...said, ref: { ...ref, question: 'qst_b' } }],
      [{ ...said, ref: { ...ref, answer: 'deny' } }],
      [{ ...said, ref: { ...ref, by: 'usr_c' } }],
      [{ ...said, ref: {} }],
    ]) {
      await expectRefused({ item: { close }, leaves }, /closed by the entry/);
    }
    for (const change of [
      { status: 'edited' },
      { status: 'open' },
      { status: 'withdrawn' },
      { status: null },
      { answer: null },
      { answer: '{"kind":"deny"}' },
      { by: null },
    ]) {
      const item = { close: [{ ...close[0], ...change }] };
      await expectRefused({ item, leaves: [said] }, /closed by the entry/);
    }
    expect(await commitAs({ item: { close }, leaves: [said] })).toMatchObject([
      { kind: 'committed' },
    ]);
  });

  test('is not closed by the leaf of another item of the batch', async () => {
    const items = JSON.stringify([
      { n: 1, time: 1 },
      { n: 0, time: 1, close },
    ]);
    const text = leafText({
      ...{ v: 1, workspace: WORKSPACE, time: 1, call: null, payload: null },
      ...(said as { kind: 'question.answered'; run: string; ref: typeof ref }),
    });
    const commit = database.app.query('select record_commit($1, $2, $3, $4, $4, $5, $6, false)', [
      WORKSPACE,
      items,
      [text],
      [null],
      ['run_a'],
      [],
    ]);
    await expect(commit).rejects.toThrow(/closed by the entry/);
  });
});

describe('an account', () => {
  const accounts = ['workspace:ws_a'];
  beforeEach(async () => {
    await committed(store, limited('workspace:ws_a', { steps: 10 }));
    const settle = [{ accounts, reserved: {}, spent: { steps: 4 } }];
    await committed(store, { settle });
  });

  test.each<[string, (number | null)[]]>([
    ['released', [1, -1, 0, 0]],
    ['spent', [1, 0, -1, 0]],
    ['reserved', [1, 0, 0, -1]],
    ['more than a number holds', [1, 0, 2 ** 53, 0]],
    ['of no account', [8, 0, 1, 0]],
    ['of no place', [0, 0, 1, 0]],
    ['missing', [1, 0, null, 0]],
    ['cut off', [1, 0]],
  ])('bears no amount that is none: %s', async (_, draws) => {
    await expectRefused({ item: { draws }, accounts }, /an amount is from 0/);
  });

  test('bears no more than a number holds, however much is spent on it', async () => {
    const most = Number.MAX_SAFE_INTEGER;
    await commitAs({ item: { draws: [1, 0, most, 0] }, accounts });
    await commitAs({ item: { draws: [1, 0, most, 0] }, accounts });
    expect(await store.reader.account(WORKSPACE, 'workspace:ws_a')).toMatchObject({
      spent: { steps: most },
    });
  });

  test('gets no limits without the leaf that names it', async () => {
    const item = { limits: [1, 1_000_000] };
    const ref = { account: 'workspace:ws_a' };
    for (const leaves of [
      [],
      [{ kind: 'policy.changed', ref }],
      [{ kind: 'budget.changed', ref: { account: 'agent:agt_a' } }],
    ]) {
      await expectRefused({ item, leaves, accounts }, /limits are set by the entry/);
    }
    const leaves = [{ kind: 'budget.changed', ref }];
    await expectRefused({ item: { limits: [1, -1] }, leaves, accounts }, /check constraint/);
    await expectRefused({ item: { limits: [8, 1] }, leaves, accounts }, /named account/);
    expect(await commitAs({ item, leaves, accounts })).toMatchObject([{ kind: 'committed' }]);
  });

  test('holds none of it in its row either, whoever writes it', async () => {
    for (const set of [
      'spent[1] = -1',
      'spent[1] = 9007199254740992',
      'reserved[2] = null',
      'limits[3] = -5',
      'limits[8] = 1',
    ]) {
      const write = database.admin.query(`update account set ${set}`);
      await expect(write, set).rejects.toThrow(/check constraint/);
    }
  });
});

describe('content', () => {
  const told = (entries: Json): Leaf => ({
    kind: 'payload.erased',
    run: 'run_a',
    ref: { by: 'usr_x', entries },
  });
  beforeEach(async () => {
    const bench = { store, clock: { now: 0 }, harness: { store } as never };
    await finishedRun(bench, 'run_a', { note: 'kept' });
    await parkedRun(store, 'run_b');
    await committed(store, { open: [question('qst_b', 'run_b')] });
  });

  test('does not go without the leaves that name it', async () => {
    const item = { erase: { indexes: [0, 1], run: null } };
    for (const leaves of [
      [],
      [told([])],
      [told([0])],
      [told([0, 1, 2])],
      [{ ...told([0, 1]), kind: 'policy.changed' }],
      [{ ...told([0, 1]), workspace: 'ws_b' }],
    ]) {
      await expectRefused({ item, leaves }, /erased alone, by the entries/);
    }
    const ofRun = { erase: { indexes: [0, 1], run: 'run_a' } };
    await expectRefused({ item: ofRun, leaves: [{ ...told([0, 1]), run: null }] }, /erased alone/);
    expect(await commitAs({ item, leaves: [told([0]), told([1])] })).toMatchObject([
      { kind: 'committed' },
    ]);
  });

  test('does not go beside something that may refuse the commit and its leaves', async () => {
    await committed(store, limited('workspace:ws_a', { steps: 1 }));
    const erase = { indexes: [0], run: null };
    const item = { erase, draws: [1, 0, 0, 2] };
    const attack = { item, leaves: [told([0])], accounts: ['workspace:ws_a'] };
    await expectRefused(attack, /erased alone/);
  });

  test('does not go from a run that goes on, nor from its row and its questions', async () => {
    const before = await everything();
    const active = [{ kind: 'fault', code: 'LEDGER_RUN_ACTIVE' }];
    const own = { item: { erase: { indexes: [5], run: null } }, leaves: [told([5])] };
    expect(await commitAs(own)).toEqual(active);
    const row = { erase: { indexes: [0], run: 'run_b' } };
    expect(await commitAs({ item: row, leaves: [{ ...told([0]), run: 'run_b' }] })).toEqual(active);
    const nothing = { erase: { indexes: [], run: 'run_a' } };
    expect(await commitAs({ item: nothing, leaves: [told([])] })).toEqual([
      { kind: 'fault', code: 'LEDGER_NOTHING_TO_ERASE' },
    ]);
    expect(await everything()).toEqual(before);
  });

  test('is never replaced: what stays of a row is not the caller’s to say', async () => {
    const forged = JSON.stringify({ sentence: 'Send nothing to nobody' });
    const erase = {
      ...{ indexes: [0, 1, 2, 3, 4], run: 'run_a', result: '{"kind":"answered","text":"forged"}' },
      questions: [
        { id: 'qst_b', question: forged, answer: forged },
        { id: 'qst_run_a', question: forged, answer: forged },
      ],
    };
    const before = await store.reader.question(WORKSPACE, 'qst_b');
    await commitAs({ item: { erase }, leaves: [told([0, 1, 2, 3, 4])] });
    expect(await store.reader.question(WORKSPACE, 'qst_b')).toEqual(before);
    expect(await store.reader.question(WORKSPACE, 'qst_run_a')).toMatchObject({
      ...{ action: 'mail.send', sentence: '', args: {}, missing: [] },
      answer: { kind: 'deny', reason: '' },
    });
    expect(await store.reader.run(WORKSPACE, 'run_a')).toMatchObject({
      ...{ title: '', result: { kind: 'answered', text: '' } },
    });
  });
});

describe('the log', () => {
  beforeEach(async () => {
    await parkedRun(store, 'run_a');
  });

  test('takes no item that miscounts its leaves', async () => {
    const leaves = [{ kind: 'policy.changed' }];
    for (const n of [-1, 0, 2]) {
      await expectRefused({ item: { n }, leaves }, /leaf|leaves|null value/);
    }
    await expectRefused({ item: { n: null }, leaves }, /number of leaves/);
  });

  test('moves no run to an entry that is not its own', async () => {
    const leaves = [{ kind: 'run.cancelled', run: 'run_b' }];
    for (const last of [-1, 0, 1, 1_000]) {
      await expectRefused({ item: { run: 'run_a', last }, leaves }, /one of its own/);
      const touched = [{ id: 'run_a', last }];
      await expectRefused({ item: { touched }, leaves }, /one of its own/);
    }
  });

  test('has one workspace in a transaction, whatever a statement in it says', async () => {
    await committed(store, { entries: [entry('policy.changed', null)] });
    const client = await database.app.connect();
    const leaves = [{ kind: 'policy.changed' }];
    const inside = async (statement: () => Promise<unknown>) => {
      await client.query("begin; select set_config('app.workspace', 'ws_b', true)");
      await expect(statement()).rejects.toThrow(/of another workspace/);
      await client.query('rollback');
    };
    await inside(() => commitAs({ item: {}, leaves }, client));
    await inside(() => client.query("select * from record_load('ws_a', 'run_a')"));
    await inside(() => client.query("select record_checkpoint('ws_a', 0, sha256(''), '')"));
    await client.query('begin');
    await commitAs({ item: {}, leaves, workspace: 'ws_b' }, client);
    await expect(commitAs({ item: {}, leaves }, client)).rejects.toThrow(/of another workspace/);
    await client.query('rollback');
    client.release();
  });

  test.each(['repeatable read', 'serializable'])(
    'takes no commit in a transaction that is %s',
    async (level) => {
      const client = await database.app.connect();
      await client.query(`begin isolation level ${level}`);
      const leaves = [{ kind: 'policy.changed' }];
      const refused = await commitAs({ item: {}, leaves }, client).catch(String);
      await client.query('rollback');
      expect(refused).toMatch(/READ COMMITTED/);
      client.release();
    },
  );
});

describe('a checkpoint', () => {
  const ledger = () =>
    createLedger({ store: store.log, signer: checkpointSigner(SEED, memoryWitness()) });
  const keep = (size: number, root: Buffer, note: string) =>
    database.app.query('select record_checkpoint($1, $2, $3, $4)', [WORKSPACE, size, root, note]);

  test('is kept only in its form, of entries that the log has, and after no larger one', async () => {
    await committed(store, { entries: [1, 2, 3].map((at) => entry('policy.changed', null, at)) });
    const { size, root, note } = await ledger().checkpoint(WORKSPACE);
    const bytes = Buffer.from(root, 'hex');
    await committed(store, { entries: [entry('policy.changed', null)] });
    const before = await everything();
    const other = Buffer.alloc(32);
    const sized = (other: number) => note.replace('\n3\n', `\n${other}\n`);
    for (const [attempt, message] of [
      [() => keep(5, bytes, sized(5)), /entries that the log has/],
      [() => keep(-1, bytes, sized(-1)), /entries that the log has/],
      [() => keep(4, bytes, note), /signed note/],
      [() => keep(4, other, sized(4)), /signed note/],
      [() => keep(4, bytes.subarray(1), sized(4)), /signed note/],
      [() => keep(4, bytes, sized(4).replaceAll(WORKSPACE, 'ws_b')), /signed note/],
      [() => keep(4, bytes, sized(4).replace(/— .*\n/, '')), /signed note/],
      [() => keep(4, bytes, `${sized(4)}and more\n`), /signed note/],
      [() => keep(4, bytes, ''), /signed note/],
    ] as const) {
      await expect(attempt()).rejects.toThrow(message);
    }
    await keep(2, bytes, sized(2));
    await keep(size, other, note.replace(bytes.toString('base64'), other.toString('base64')));
    expect(await everything()).toEqual(before);
  });
});

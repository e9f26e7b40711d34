import { type Commit, DIMENSIONS, type EntryInput } from '@countersign/contract';
import { expect, test } from 'vitest';
import {
  answerEntry,
  type Bench,
  committed,
  entry,
  heldRun,
  limitEntry,
  limited,
  parkedRun,
  question,
  runCreate,
  WORKSPACE,
} from './harness.ts';

/** Questions are answered once; accounts bear what they can. */
export function questionAndBudgetRules(bench: Bench): void {
  test('a question is closed once, by whoever comes first', async () => {
    const { store, clock } = bench;
    await parkedRun(store, 'run_a');
    const asked = question('qst_a', 'run_a', { sentence: 'Send “\u0000”' });
    await committed(store, { open: [asked] });
    expect(await store.reader.question(WORKSPACE, 'qst_a')).toEqual({
      ...asked,
      workspace: WORKSPACE,
      status: 'open',
      answeredBy: null,
      answeredAt: null,
      answer: null,
    });
    clock.now += 10;
    const answer = { kind: 'deny', reason: 'no' } as const;
    const close = [{ id: 'qst_a', status: 'denied', by: 'usr_b', answer }] as const;
    const entries = [answerEntry('qst_a', 'run_a', 'deny', 'usr_b')];
    const tell = { workspace: WORKSPACE, entries, close, advance: { id: 'run_a', fence: null } };
    const both = await Promise.all([store.commit(tell), store.commit(tell)]);
    expect(both).toMatchObject([{ kind: 'committed' }, { kind: 'closed', question: 'qst_a' }]);
    expect(await store.reader.question(WORKSPACE, 'qst_a')).toMatchObject({
      status: 'denied',
      answeredBy: 'usr_b',
      answeredAt: clock.now,
      answer,
    });
    expect(await store.reader.entries(WORKSPACE, 'run_a', -1, 10)).toHaveLength(2);
  });

  test('a run that ends asks nothing more, also where whoever ends it knows nothing of a question', async () => {
    const { store, clock } = bench;
    for (const run of ['run_a', 'run_b']) await parkedRun(store, run);
    await committed(store, { open: [question('qst_a', 'run_a'), question('qst_b', 'run_b')] });
    await committed(store, { open: [question('qst_c', 'run_a')] });
    const answer = { kind: 'deny', reason: 'no' } as const;
    await committed(store, {
      entries: [answerEntry('qst_c', 'run_a', 'deny', 'usr_b')],
      close: [{ id: 'qst_c', status: 'denied', by: 'usr_b', answer }],
      advance: { id: 'run_a', fence: null },
    });
    clock.now += 10;
    const result = { kind: 'cancelled', by: 'usr_b', reason: 'no' } as const;
    await committed(store, {
      entries: [entry('run.ended', 'run_a')],
      advance: { id: 'run_a', fence: null, status: 'ended', snapshot: null, result },
    });
    const states = [];
    for (const id of ['qst_a', 'qst_b', 'qst_c'])
      states.push(await store.reader.question(WORKSPACE, id));
    expect(states).toMatchObject([
      { status: 'withdrawn', answeredBy: 'system', answeredAt: clock.now, answer: null },
      { status: 'open' },
      { status: 'denied', answeredBy: 'usr_b', answer },
    ]);
    const late = await store.commit({
      workspace: WORKSPACE,
      entries: [answerEntry('qst_a', 'run_a', 'deny', 'usr_b')],
      close: [{ id: 'qst_a', status: 'denied', by: 'usr_b', answer }],
    });
    expect(late).toMatchObject({ kind: 'closed', question: 'qst_a' });
  });

  test('a commit whose question is closed changes nothing else either', async () => {
    const { store } = bench;
    await parkedRun(store, 'run_a');
    const answer = { kind: 'deny', reason: 'no' } as const;
    const { accounts } = limited('run:run_a', { calls: 1 });
    const refused = await store.commit({
      workspace: WORKSPACE,
      entries: [answerEntry('qst_x', 'run_a', 'deny', 'usr_b'), limitEntry('run:run_a')],
      close: [{ id: 'qst_x', status: 'denied', by: 'usr_b', answer }],
      advance: { id: 'run_a', fence: null },
      ...(accounts && { accounts }),
    });
    expect(refused).toEqual({ kind: 'closed', question: 'qst_x' });
    expect(await store.loadRun(WORKSPACE, 'run_a')).toMatchObject({
      status: 'parked',
      lastIndex: 0,
    });
    expect(await store.reader.account(WORKSPACE, 'run:run_a')).toBeNull();
  });

  test('a question is closed only with the entry that says how, by whom, and in its run', async () => {
    const { store } = bench;
    await parkedRun(store, 'run_a');
    await committed(store, { open: [question('qst_a', 'run_a')] });
    const answer = { kind: 'approve', callHash: 'a'.repeat(64) } as const;
    const close = [{ id: 'qst_a', status: 'approved', by: 'usr_b', answer }] as const;
    const approve = (entries: readonly EntryInput[], closed: Commit['close'] = close) =>
      store.commit({ workspace: WORKSPACE, entries, close: closed });
    const withdrawn = [{ id: 'qst_a', status: 'withdrawn', by: 'usr_b', answer: null }] as const;
    const none = [{ ...close[0], answer: null }];
    const said = answerEntry('qst_a', 'run_a', 'approve', 'usr_b');
    for (const attempt of [
      () => approve([]),
      () => approve([entry('run.cancelled', 'run_a')]),
      () => approve([answerEntry('qst_b', 'run_a', 'approve', 'usr_b')]),
      () => approve([answerEntry('qst_a', 'run_b', 'approve', 'usr_b')]),
      () => approve([answerEntry('qst_a', 'run_a', 'deny', 'usr_b')]),
      () => approve([answerEntry('qst_a', 'run_a', 'approve', 'usr_c')]),
      () => approve([said], none),
      () => approve([said], [{ ...close[0], status: 'edited' }]),
      () => approve([said], withdrawn),
      () => approve([entry('run.cancelled', 'run_b')], withdrawn),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'RECORD_COMMIT_INVALID' });
    }
    expect(await store.reader.question(WORKSPACE, 'qst_a')).toMatchObject({ status: 'open' });
    expect(await store.reader.log(WORKSPACE, 0, 10)).toHaveLength(1);
    expect(await approve([said])).toMatchObject({ kind: 'committed' });
  });

  test('limits are set with the run they are for, or with the entry that names the account', async () => {
    const { store } = bench;
    const accounts = [{ id: 'agent:agt_a', limits: { calls: 9 } }];
    for (const entries of [[], [limitEntry('agent:agt_b')], [entry('policy.changed', null)]]) {
      const unsaid = store.commit({ workspace: WORKSPACE, entries, accounts });
      await expect(unsaid).rejects.toMatchObject({ code: 'RECORD_COMMIT_INVALID' });
    }
    const create = runCreate('run_a');
    const foreign = store.commit({ workspace: WORKSPACE, entries: [], create, accounts });
    await expect(foreign).rejects.toMatchObject({ code: 'RECORD_COMMIT_INVALID' });
    await committed(store, { create, accounts: [{ id: 'run:run_a', limits: { calls: 1 } }] });
    await committed(store, { accounts, entries: [limitEntry('agent:agt_a')] });
    expect(await store.reader.account(WORKSPACE, 'agent:agt_a')).toMatchObject(accounts[0] ?? {});
  });

  test('questions are listed newest first, by status, run and person', async () => {
    const { store } = bench;
    await committed(store, { create: runCreate('run_a') });
    await committed(store, {
      open: [
        question('qst_a', 'run_a', { askedAt: 1 }),
        question('qst_b', 'run_b', { askedAt: 3, requestedBy: 'usr_b' }),
        question('qst_c', 'run_a', { askedAt: 2 }),
      ],
      close: [],
    });
    await committed(store, {
      entries: [entry('run.cancelled', 'run_a')],
      close: [{ id: 'qst_a', status: 'withdrawn', by: 'system', answer: null }],
    });
    const ids = async (filter: {
      status?: 'open';
      run?: string;
      requestedBy?: string;
      limit?: number;
    }) => (await store.reader.questions(WORKSPACE, { limit: 10, ...filter })).map(({ id }) => id);
    expect(await ids({})).toEqual(['qst_b', 'qst_c', 'qst_a']);
    expect(await ids({ status: 'open' })).toEqual(['qst_b', 'qst_c']);
    expect(await ids({ run: 'run_a' })).toEqual(['qst_c', 'qst_a']);
    expect(await ids({ requestedBy: 'usr_b' })).toEqual(['qst_b']);
    expect(await ids({ limit: 1 })).toEqual(['qst_b']);
    expect(await store.reader.questions('ws_b', { limit: 10 })).toEqual([]);
    expect(await store.reader.run(WORKSPACE, 'run_a')).toMatchObject({ openQuestions: 1 });
  });

  test('a question that was opened before cannot be opened again', async () => {
    const { store } = bench;
    await committed(store, { open: [question('qst_a', 'run_a')] });
    const again = { workspace: WORKSPACE, entries: [], open: [question('qst_a', 'run_b')] };
    await expect(store.commit(again)).rejects.toMatchObject({ code: 'RECORD_COMMIT_INVALID' });
    expect(await store.reader.question(WORKSPACE, 'qst_a')).toMatchObject({ run: 'run_a' });
  });

  test('a limit may be used up exactly, on every account, or nothing of a commit happens', async () => {
    const { store } = bench;
    const fence = await heldRun(store, 'run_a');
    await committed(store, {
      entries: [limitEntry('run:run_a'), limitEntry('workspace:ws_a')],
      accounts: [
        { id: 'run:run_a', limits: { calls: 2, tokens: 100 } },
        { id: 'workspace:ws_a', limits: { tokens: 150 } },
      ],
    });
    const accounts = ['workspace:ws_a', 'run:run_a'];
    const reserve = [{ accounts, amounts: { calls: 1, tokens: 100 } }];
    await committed(store, { reserve, advance: { id: 'run_a', fence } });
    const refused = await store.commit({
      workspace: WORKSPACE,
      entries: [entry('call.intent', 'run_a')],
      reserve: [{ accounts, amounts: { calls: 1, tokens: 51 } }],
      advance: { id: 'run_a', fence },
    });
    expect(refused).toEqual({
      kind: 'exhausted',
      exhausted: {
        account: 'workspace:ws_a',
        dimension: 'tokens',
        limit: 150,
        used: 100,
        wanted: 51,
      },
    });
    expect(await store.reader.account(WORKSPACE, 'run:run_a')).toEqual({
      id: 'run:run_a',
      limits: { calls: 2, tokens: 100 },
      spent: {},
      reserved: { calls: 1, tokens: 100 },
    });
    expect(await store.loadRun(WORKSPACE, 'run_a')).toMatchObject({ lastIndex: 0 });
  });

  test('a settlement makes room for what is reserved with it, and never releases more than is reserved', async () => {
    const { store } = bench;
    await committed(store, limited('run:run_a', { tokens: 100 }));
    const accounts = ['run:run_a'];
    await committed(store, { reserve: [{ accounts, amounts: { tokens: 100 } }] });
    await committed(store, {
      settle: [{ accounts, reserved: { tokens: 100 }, spent: { tokens: 10.2 } }],
      reserve: [{ accounts, amounts: { tokens: 89 } }],
    });
    expect(await store.reader.account(WORKSPACE, 'run:run_a')).toMatchObject({
      spent: { tokens: 11 },
      reserved: { tokens: 89 },
    });
    await committed(store, { settle: [{ accounts, reserved: { tokens: 500 }, spent: {} }] });
    expect(await store.reader.account(WORKSPACE, 'run:run_a')).toEqual({
      id: 'run:run_a',
      limits: { tokens: 100 },
      spent: { tokens: 11 },
      reserved: {},
    });
  });

  test('spending may pass a limit, since it has happened; then nothing more is reserved', async () => {
    const { store } = bench;
    await committed(store, limited('run:run_a', { tokens: 100 }));
    const accounts = ['run:run_a'];
    await committed(store, { settle: [{ accounts, reserved: {}, spent: { tokens: 130 } }] });
    const more = {
      workspace: WORKSPACE,
      entries: [],
      reserve: [{ accounts, amounts: { tokens: 1 } }],
    };
    expect(await store.commit(more)).toMatchObject({ kind: 'exhausted', exhausted: { used: 130 } });
  });

  test('limits are set with the reservation they bind, and changing them keeps what is spent', async () => {
    const { store } = bench;
    const limits = limited('run:run_a', { calls: 1 });
    const reserve = [{ accounts: ['run:run_a'], amounts: { calls: 2 } }];
    const refused = await store.commit({ workspace: WORKSPACE, ...limits, reserve });
    expect(refused).toMatchObject({ kind: 'exhausted', exhausted: { limit: 1, wanted: 2 } });
    expect(await store.reader.account(WORKSPACE, 'run:run_a')).toBeNull();
    const both = await Promise.all([
      store.commit({ workspace: WORKSPACE, ...limits, reserve }),
      store.commit({ workspace: WORKSPACE, entries: [], reserve }),
    ]);
    expect(both).toMatchObject([{ kind: 'exhausted' }, { kind: 'committed' }]);
    await committed(store, limits);
    expect(await store.reader.account(WORKSPACE, 'run:run_a')).toEqual({
      id: 'run:run_a',
      limits: { calls: 1 },
      spent: {},
      reserved: { calls: 2 },
    });
  });

  test('each dimension is bound by its own limit', async () => {
    const { store } = bench;
    const limits = Object.fromEntries(DIMENSIONS.map((dimension, at) => [dimension, at + 1]));
    await committed(store, limited('run:run_a', limits));
    expect(await store.reader.account(WORKSPACE, 'run:run_a')).toMatchObject({ limits });
    for (const [at, dimension] of DIMENSIONS.entries()) {
      const reserve = [{ accounts: ['run:run_a'], amounts: { [dimension]: at + 2 } }];
      expect(await store.commit({ workspace: WORKSPACE, entries: [], reserve })).toEqual({
        kind: 'exhausted',
        exhausted: { account: 'run:run_a', dimension, limit: at + 1, used: 0, wanted: at + 2 },
      });
    }
  });

  test('an amount that is negative or no number is a fault', async () => {
    const { store } = bench;
    for (const tokens of [-1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      const reserve = [{ accounts: ['run:run_a'], amounts: { tokens } }];
      const refused = store.commit({ workspace: WORKSPACE, entries: [], reserve });
      await expect(refused).rejects.toMatchObject({ code: 'RECORD_AMOUNT_INVALID' });
    }
  });

  test('a thousand commits at once never use more than one account has', async () => {
    const { store } = bench;
    await committed(store, limited('person:usr_a', { calls: 137, tokens: 1e9 }));
    const reserve = [{ accounts: ['person:usr_a'], amounts: { calls: 1, tokens: 10 } }];
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, () =>
        store.commit({ workspace: WORKSPACE, entries: [entry('call.intent', null)], reserve }),
      ),
    );
    const kinds = answers.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'committed')).toHaveLength(137);
    expect(kinds.filter((kind) => kind === 'exhausted')).toHaveLength(863);
    expect(await store.reader.account(WORKSPACE, 'person:usr_a')).toMatchObject({
      reserved: { calls: 137, tokens: 1_370 },
    });
    expect(await store.reader.log(WORKSPACE, 1, 1_000)).toHaveLength(137);
  });
}

import { expect, test } from 'vitest';
import { type Bench, committed, entry, heldRun, runCreate, WORKSPACE } from './harness.ts';

/** What people and doors read. */
export function readRules(bench: Bench): void {
  test("a run's summary says what it was started with", async () => {
    const { store, clock } = bench;
    clock.now = 77;
    await committed(store, {
      create: runCreate('run_a', { title: 'Löse \u0000 das', conversation: 'cnv_a' }),
    });
    expect(await store.reader.run(WORKSPACE, 'run_a')).toEqual({
      id: 'run_a',
      workspace: WORKSPACE,
      agent: 'agt_a',
      agentVersion: 3,
      agentName: 'Triage',
      person: 'usr_a',
      conversation: 'cnv_a',
      trigger: 'api',
      status: 'runnable',
      result: null,
      title: 'Löse \u0000 das',
      openQuestions: 0,
      startedAt: 77,
      endedAt: null,
    });
    expect(await store.reader.run('ws_b', 'run_a')).toBeNull();
  });

  test('runs are listed newest first in pages that neither miss nor repeat one', async () => {
    const { store, clock } = bench;
    for (const id of ['run_1', 'run_2', 'run_3', 'run_4', 'run_5']) {
      // Two of them in the same millisecond.
      if (id !== 'run_3') clock.now += 1;
      await committed(store, { create: runCreate(id) });
    }
    const seen: string[] = [];
    let before: string | null = null;
    do {
      const page = await store.reader.runs(WORKSPACE, { limit: 2, ...(before ? { before } : {}) });
      seen.push(...page.items.map(({ id }) => id));
      before = page.next;
    } while (before !== null);
    expect(seen).toEqual(['run_5', 'run_4', 'run_3', 'run_2', 'run_1']);
    expect(await store.reader.runs('ws_b', { limit: 2 })).toEqual({ items: [], next: null });
  });

  test('runs are found by status, agent, person and conversation', async () => {
    const { store } = bench;
    await heldRun(store, 'run_a');
    await committed(store, { create: runCreate('run_b', { agent: 'agt_b' }) });
    await committed(store, { create: runCreate('run_c', { person: 'usr_c' }) });
    await committed(store, { create: runCreate('run_d', { conversation: 'cnv_d' }) });
    const ids = async (filter: object) =>
      (await store.reader.runs(WORKSPACE, { limit: 10, ...filter })).items.map(({ id }) => id);
    expect(await ids({ status: 'running' })).toEqual(['run_a']);
    expect(await ids({ agent: 'agt_b' })).toEqual(['run_b']);
    expect(await ids({ person: 'usr_c' })).toEqual(['run_c']);
    expect(await ids({ conversation: 'cnv_d' })).toEqual(['run_d']);
    expect(await ids({ conversation: 'cnv_d', agent: 'agt_b' })).toEqual([]);
  });

  test("a run's entries are read after an index, oldest first", async () => {
    const { store } = bench;
    const fence = await heldRun(store, 'run_a');
    await heldRun(store, 'run_b');
    await committed(store, {
      entries: [entry('call.intent', 'run_a'), entry('call.outcome', 'run_a')],
      advance: { id: 'run_a', fence },
    });
    const indexes = async (after: number, limit: number) =>
      (await store.reader.entries(WORKSPACE, 'run_a', after, limit)).map(({ index }) => index);
    expect(await indexes(-1, 10)).toEqual([0, 2, 3]);
    expect(await indexes(0, 10)).toEqual([2, 3]);
    expect(await indexes(-1, 1)).toEqual([0]);
    expect(await store.reader.entries('ws_b', 'run_a', -1, 10)).toEqual([]);
  });

  test('an account nobody has drawn on is null', async () => {
    expect(await bench.store.reader.account(WORKSPACE, 'run:run_a')).toBeNull();
  });
}

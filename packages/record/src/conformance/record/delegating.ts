import type { RunCreate, WakeSignal } from '@countersign/contract';
import { expect, test } from 'vitest';
import {
  type Bench,
  committed,
  entry,
  heldRun,
  parkedRun,
  runCreate,
  WORKER,
  WORKSPACE,
} from './harness.ts';

/** Runs that start others, and are told of their end. */
export function delegatingRules(bench: Bench): void {
  test('a run starts another in the commit that it goes on with, and keeps its own lease', async () => {
    const { store } = bench;
    const fence = await heldRun(store, 'run_a');
    const made = await committed(store, {
      create: childCreate('run_b', 'run_a'),
      entries: [entry('call.delegated', 'run_a'), entry('run.started', 'run_b')],
      advance: { id: 'run_a', fence },
    });
    expect(made.epoch).toBe(fence.epoch);
    expect(await store.loadRun(WORKSPACE, 'run_a')).toMatchObject({
      ...{ status: 'running', epoch: fence.epoch, lastIndex: made.first },
    });
    expect(await store.loadRun(WORKSPACE, 'run_b')).toMatchObject({
      ...{ status: 'runnable', epoch: 0, lastIndex: made.last },
    });
    await committed(store, {
      entries: [entry('call.outcome', 'run_a')],
      advance: {
        ...{ id: 'run_a', fence: { epoch: fence.epoch, lastIndex: made.first } },
        ...{ status: 'parked', wakeAt: null, snapshot: {} },
      },
    });
    expect(await store.claim('wrk_b', 10)).toMatchObject([{ run: 'run_b', epoch: 1 }]);
  });

  test('nobody starts another run with a lease that is lost or has missed an entry', async () => {
    const { store } = bench;
    const fence = await heldRun(store, 'run_a');
    await committed(store, {
      entries: [entry('run.cancelled', 'run_a')],
      advance: { id: 'run_a', fence: null },
    });
    const child = {
      workspace: WORKSPACE,
      create: childCreate('run_b', 'run_a'),
      entries: [entry('call.delegated', 'run_a'), entry('run.started', 'run_b')],
    };
    expect(await store.commit({ ...child, advance: { id: 'run_a', fence } })).toMatchObject({
      kind: 'stale',
    });
    const dead = { epoch: fence.epoch - 1, lastIndex: 9 };
    expect(await store.commit({ ...child, advance: { id: 'run_a', fence: dead } })).toEqual({
      kind: 'fenced',
    });
    expect(await store.loadRun(WORKSPACE, 'run_b')).toBeNull();
  });

  test('a call starts one run, however often it is tried', async () => {
    const { store } = bench;
    const fence = await heldRun(store, 'run_a');
    const made = await committed(store, {
      create: childCreate('run_b', 'run_a'),
      entries: [entry('call.delegated', 'run_a'), entry('run.started', 'run_b')],
      advance: { id: 'run_a', fence },
    });
    const again = await store.commit({
      workspace: WORKSPACE,
      create: childCreate('run_c', 'run_a'),
      entries: [entry('call.delegated', 'run_a'), entry('run.started', 'run_c')],
      advance: { id: 'run_a', fence: { epoch: fence.epoch, lastIndex: made.last } },
    });
    expect(again).toEqual({ kind: 'duplicate', run: 'run_b' });
  });

  test('the end of a run is told to a parked one in the same commit, which wakes it', async () => {
    const { store, clock } = bench;
    const signals: WakeSignal[] = [];
    const stop = await store.watch((signal) => signals.push(signal));
    await parkedRun(store, 'run_a', 90_000);
    const fence = await heldRun(store, 'run_b');
    clock.now = 2_000;
    const told = await committed(store, {
      entries: [entry('run.ended', 'run_b'), entry('call.outcome', 'run_a')],
      advance: { id: 'run_b', fence, status: 'ended', snapshot: null },
      tell: 'run_a',
    });
    expect(await store.loadRun(WORKSPACE, 'run_b')).toMatchObject({ status: 'ended' });
    expect(await store.loadRun(WORKSPACE, 'run_a')).toMatchObject({
      ...{ status: 'runnable', lastIndex: told.last },
    });
    expect(await store.nextWake()).toBeNull();
    await expect.poll(() => signals).toContainEqual({ kind: 'runnable' });
    expect(await store.claim('wrk_b', 10)).toMatchObject([{ run: 'run_a' }]);
    await stop();
  });

  test('a run that works is told too: its next commit is stale', async () => {
    const { store } = bench;
    const fence = await heldRun(store, 'run_a');
    const child = await heldRun(store, 'run_b', 'wrk_b');
    const told = await committed(store, {
      entries: [entry('run.ended', 'run_b'), entry('call.outcome', 'run_a')],
      advance: { id: 'run_b', fence: child, status: 'ended', snapshot: null },
      tell: 'run_a',
    });
    const late = await store.commit({
      workspace: WORKSPACE,
      entries: [entry('call.outcome', 'run_a')],
      advance: { id: 'run_a', fence },
    });
    expect(late).toEqual({ kind: 'stale', lastIndex: told.last });
  });

  test('a run that has ended hears nothing, and nothing is said to it', async () => {
    const { store } = bench;
    const over = await heldRun(store, 'run_a');
    const ended = await committed(store, {
      entries: [entry('run.ended', 'run_a')],
      advance: { id: 'run_a', fence: over, status: 'ended', snapshot: null },
    });
    const fence = await heldRun(store, 'run_b', 'wrk_b');
    const tell = (run: string) =>
      store.commit({
        workspace: WORKSPACE,
        entries: [entry('run.ended', 'run_b'), entry('call.outcome', run)],
        advance: { id: 'run_b', fence, status: 'ended', snapshot: null },
        tell: run,
      });
    expect(await tell('run_a')).toEqual({ kind: 'deaf', run: 'run_a' });
    expect(await tell('run_no')).toEqual({ kind: 'deaf', run: 'run_no' });
    expect(await store.loadRun(WORKSPACE, 'run_a')).toMatchObject({ lastIndex: ended.last });
    expect(await store.loadRun(WORKSPACE, 'run_b')).toMatchObject({ status: 'running' });
  });

  test('who tells a run something says it in an entry of that run', async () => {
    const { store } = bench;
    await parkedRun(store, 'run_a');
    const fence = await heldRun(store, 'run_b');
    const silent = store.commit({
      workspace: WORKSPACE,
      entries: [entry('run.ended', 'run_b')],
      advance: { id: 'run_b', fence, status: 'ended', snapshot: null },
      tell: 'run_a',
    });
    await expect(silent).rejects.toMatchObject({ code: 'RECORD_COMMIT_INVALID' });
  });

  test('what a run delegated is listed by it, and says whose it is', async () => {
    const { store, clock } = bench;
    await heldRun(store, 'run_a');
    for (const id of ['run_b', 'run_c']) {
      clock.now += 1;
      await committed(store, { create: childCreate(id, 'run_a', `run_a.${id}`) });
    }
    await committed(store, { create: childCreate('run_d', 'run_b') });
    const { items } = await store.reader.runs(WORKSPACE, { parent: 'run_a', limit: 10 });
    expect(items.map(({ id }) => id)).toEqual(['run_c', 'run_b']);
    expect(items[0]?.parent).toEqual({ run: 'run_a', call: 'run_a.run_c', root: 'run_a' });
    expect((await store.reader.run(WORKSPACE, 'run_a'))?.parent).toBeUndefined();
    expect((await store.reader.runs('ws_b', { parent: 'run_a', limit: 10 })).items).toEqual([]);
  });

  test('only the holder of a lease ends a run that tells another one', async () => {
    const { store } = bench;
    await parkedRun(store, 'run_a');
    const fence = await heldRun(store, 'run_b');
    const forged = await store.commit({
      workspace: WORKSPACE,
      entries: [entry('run.ended', 'run_b'), entry('call.outcome', 'run_a')],
      advance: {
        ...{ id: 'run_b', status: 'ended', snapshot: null },
        fence: { epoch: fence.epoch + 1, lastIndex: fence.lastIndex },
      },
      tell: 'run_a',
    });
    expect(forged).toEqual({ kind: 'fenced' });
    expect(await store.loadRun(WORKSPACE, 'run_a')).toMatchObject({ status: 'parked' });
    expect(await store.claim(WORKER, 10)).toEqual([]);
  });
}

function childCreate(id: string, parent: string, call = `${parent}.1`): RunCreate {
  const create = runCreate(id, { dedupe: `delegate:${call}` });
  return {
    ...create,
    start: {
      ...create.start,
      delegated: { run: parent, call, root: parent, place: null, typed: [], denied: [] },
    },
  };
}

import type { WakeSignal } from '@countersign/contract';
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

/** Leases, dead workers, waking and watching. */
export function workerRules(bench: Bench): void {
  test('runnable runs are claimed oldest first, each by one worker, in a new epoch', async () => {
    const { store, clock } = bench;
    for (const id of ['run_a', 'run_b', 'run_c']) {
      clock.now += 1;
      await committed(store, { create: runCreate(id) });
    }
    const [first, second] = await Promise.all([store.claim('wrk_a', 2), store.claim('wrk_b', 2)]);
    const runs = [...first, ...second].map(({ run }) => run);
    expect([...runs].sort()).toEqual(['run_a', 'run_b', 'run_c']);
    expect(first[0]).toEqual({ workspace: WORKSPACE, run: 'run_a', epoch: 1, attempts: 1 });
    expect(await store.claim('wrk_c', 10)).toEqual([]);
  });

  test('many workers that claim at once never get the same run', async () => {
    const { store } = bench;
    const ids = Array.from({ length: 120 }, (_, at) => `run_${at}`);
    await Promise.all(ids.map((id) => committed(store, { create: runCreate(id) })));
    const workers = Array.from({ length: 8 }, (_, at) => `wrk_${at}`);
    const claims = await Promise.all(workers.map((worker) => store.claim(worker, 20)));
    const claimed = claims.flat().map(({ run }) => run);
    expect(new Set(claimed).size).toBe(claimed.length);
    expect(claimed.length).toBeGreaterThanOrEqual(20);
    expect(claims.flat().every(({ epoch }) => epoch === 1)).toBe(true);
  });

  test('claims are taken across workspaces', async () => {
    const { store, clock } = bench;
    await committed(store, { create: runCreate('run_a') });
    clock.now += 1;
    await committed(store, { workspace: 'ws_b', create: runCreate('run_b') });
    expect(await store.claim(WORKER, 10)).toMatchObject([
      { workspace: WORKSPACE, run: 'run_a' },
      { workspace: 'ws_b', run: 'run_b' },
    ]);
  });

  test('a parked run is claimed once its time has come, not before', async () => {
    const { store, clock } = bench;
    clock.now = 1_000;
    await parkedRun(store, 'run_a', 5_000);
    await parkedRun(store, 'run_b', 3_000);
    await parkedRun(store, 'run_c');
    expect(await store.nextWake()).toBe(3_000);
    expect(await store.claim('wrk_b', 10)).toEqual([]);
    clock.now = 3_000;
    expect(await store.claim('wrk_b', 10)).toMatchObject([{ run: 'run_b', epoch: 2 }]);
    expect(await store.nextWake()).toBe(5_000);
  });

  test('attempts count claims until the run gets on; an intent alone is not getting on', async () => {
    const { store } = bench;
    await committed(store, {
      create: runCreate('run_a'),
      entries: [entry('run.started', 'run_a')],
    });
    const [first] = await store.claim(WORKER, 1);
    await store.release(WORKER, 'run_a');
    const [second] = await store.claim(WORKER, 1);
    expect([first?.attempts, second?.attempts]).toEqual([1, 2]);
    const epoch = second?.epoch ?? 0;
    await committed(store, {
      entries: [entry('call.intent', 'run_a')],
      advance: { id: 'run_a', fence: { epoch, lastIndex: 0 } },
    });
    expect(await store.loadRun(WORKSPACE, 'run_a')).toMatchObject({ attempts: 2 });
    await committed(store, {
      entries: [entry('call.outcome', 'run_a')],
      advance: { id: 'run_a', fence: { epoch, lastIndex: 1 } },
    });
    expect(await store.loadRun(WORKSPACE, 'run_a')).toMatchObject({ attempts: 0 });
  });

  test('a released run is runnable at once and its old lease is fenced; only its holder releases it', async () => {
    const { store } = bench;
    const fence = await heldRun(store, 'run_a');
    await store.release('wrk_b', 'run_a');
    expect(await store.loadRun(WORKSPACE, 'run_a')).toMatchObject({ status: 'running' });
    await store.release(WORKER, 'run_a');
    expect(await store.loadRun(WORKSPACE, 'run_a')).toMatchObject({ status: 'runnable', epoch: 1 });
    const late = { workspace: WORKSPACE, entries: [], advance: { id: 'run_a', fence } };
    expect(await store.commit(late)).toEqual({ kind: 'fenced' });
  });

  test('runs of a worker whose process is gone are adopted by another; its own never by itself', async () => {
    const { store, harness } = bench;
    const fence = await heldRun(store, 'run_a', 'wrk_dies');
    await heldRun(store, 'run_b', 'wrk_lives');
    await store.heartbeat('wrk_dies');
    expect(await store.adopt('wrk_lives')).toBe(0);
    await harness.crash('wrk_dies');
    expect(await store.adopt('wrk_dies')).toBe(0);
    expect(await store.adopt('wrk_lives')).toBe(1);
    const [claimed] = await store.claim('wrk_lives', 10);
    expect(claimed).toEqual({ workspace: WORKSPACE, run: 'run_a', epoch: 2, attempts: 2 });
    const late = { workspace: WORKSPACE, entries: [], advance: { id: 'run_a', fence } };
    expect(await store.commit(late)).toEqual({ kind: 'fenced' });
  });

  test('a worker that was silent for twenty seconds is dead, whatever it holds', async () => {
    const { store, harness } = bench;
    await heldRun(store, 'run_a', 'wrk_hangs');
    await store.heartbeat('wrk_hangs');
    await harness.silence('wrk_hangs', 19_000);
    await store.heartbeat('wrk_lives');
    expect(await store.adopt('wrk_lives')).toBe(0);
    await harness.silence('wrk_hangs', 20_001);
    expect(await store.adopt('wrk_lives')).toBe(1);
  });

  test('a worker that retires leaves all its runs to others', async () => {
    const { store } = bench;
    await heldRun(store, 'run_a');
    await heldRun(store, 'run_b');
    await heldRun(store, 'run_c', 'wrk_b');
    await store.retire(WORKER);
    const claimed = await store.claim('wrk_b', 10);
    expect(claimed.map(({ run }) => run).sort()).toEqual(['run_a', 'run_b']);
  });

  test('who watches where a run is worked on gets its entries as a reader would, and the index before them', async () => {
    const { store } = bench;
    const fence = await heldRun(store, 'run_a');
    await committed(store, { entries: [entry('policy.changed', null)] });
    const heard: WakeSignal[] = [];
    const stop = await store.watch((signal) => heard.push(signal));
    await committed(store, {
      entries: [entry('call.intent', 'run_a'), entry('call.outcome', 'run_a')],
      advance: { id: 'run_a', fence },
    });
    await settled();
    await stop();
    const fresh = heard.flatMap((signal) => (signal.kind === 'entries' && signal.fresh) || []);
    expect(fresh.map(({ after }) => after)).toEqual([fence.lastIndex]);
    const read = await store.reader.entries(WORKSPACE, 'run_a', fence.lastIndex, 10);
    expect(fresh[0]?.entries()).toEqual(
      read.map(({ index, leaf, payload, erased }) => ({ index, leaf, payload, erased })),
    );
  });

  test('who watches hears of entries with the last index, and of runs to be claimed', async () => {
    const { store } = bench;
    const heard: WakeSignal[] = [];
    const stop = await store.watch((signal) => heard.push(signal));
    const fence = await heldRun(store, 'run_a');
    await settled();
    expect(heard).toEqual([
      {
        kind: 'entries',
        workspace: WORKSPACE,
        run: 'run_a',
        index: 0,
        fresh: { after: -1, entries: expect.any(Function) as never },
      },
    ]);
    await committed(store, { advance: { id: 'run_a', fence, status: 'parked' } });
    heard.length = 0;
    await committed(store, {
      entries: [entry('question.answered', 'run_a'), entry('run.cancelled', 'run_a')],
      advance: { id: 'run_a', fence: null },
    });
    await settled();
    expect(heard).toEqual([
      { kind: 'entries', workspace: WORKSPACE, run: 'run_a', index: 2 },
      { kind: 'runnable' },
    ]);
    heard.length = 0;
    await stop();
    await committed(store, { create: runCreate('run_b') });
    await settled();
    expect(heard).toEqual([]);
  });
}

/** Lets what was queued for those who watch within this process happen. */
async function settled(): Promise<void> {
  await new Promise(setImmediate);
}

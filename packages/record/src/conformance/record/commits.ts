import { saltedDigest } from '@countersign/contract';
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

/** Creating runs, fences, and those who come from outside. */
export function commitRules(bench: Bench): void {
  test('entries get the next indexes of their workspace, and none of another', async () => {
    const { store } = bench;
    const entries = [entry('policy.changed', null), entry('policy.changed', null)];
    expect(await committed(store, { entries })).toMatchObject({ first: 0, last: 1, epoch: null });
    expect(await committed(store, { workspace: 'ws_b', entries })).toMatchObject({
      first: 0,
      last: 1,
    });
    expect(await committed(store, { entries })).toMatchObject({ first: 2, last: 3 });
    expect(await committed(store, {})).toMatchObject({ first: 4, last: 3 });
    expect(await store.reader.log(WORKSPACE, 1, 2)).toMatchObject([{ index: 1 }, { index: 2 }]);
  });

  test('an entry comes back as it went, with a leaf that holds the salted hash of its payload', async () => {
    const { store, clock } = bench;
    clock.now = 1_700_000_000_000;
    const payload = {
      mail: 'a\u0000b \u2028 “ü” \\u0000 𝄞',
      list: [1, -0.5, 1e21, null, true],
      '': {},
    };
    await committed(store, { entries: [entry('policy.changed', null, payload)] });
    const [stored] = await store.reader.log(WORKSPACE, 0, 10);
    expect(stored?.payload).toEqual(payload);
    expect(stored?.erased).toBe(false);
    expect(stored?.leaf).toEqual({
      v: 1,
      workspace: WORKSPACE,
      time: 1_700_000_000_000,
      kind: 'policy.changed',
      run: null,
      call: null,
      ref: { action: 'http.request' },
      payload: saltedDigest(stored?.salt ?? '', payload),
    });
  });

  test('an entry without a payload has no salt', async () => {
    const { store } = bench;
    await committed(store, {
      entries: [{ kind: 'key.changed', run: null, call: null, ref: {}, payload: null }],
    });
    expect(await store.reader.log(WORKSPACE, 0, 1)).toMatchObject([{ salt: null, payload: null }]);
  });

  test('what JSON cannot say is refused by a fault that names the place, and nothing is stored', async () => {
    const { store } = bench;
    const bad = entry('policy.changed', null, { text: 'half a pair: \ud800' });
    const stored = store.commit({ workspace: WORKSPACE, entries: [bad] });
    await expect(stored).rejects.toMatchObject({
      code: 'RECORD_NOT_JSON',
      message: expect.stringContaining('payload of a policy.changed entry'),
    });
    const ref = { name: '\udc00' };
    await expect(
      store.commit({ workspace: WORKSPACE, entries: [{ ...bad, payload: null, ref }] }),
    ).rejects.toMatchObject({ code: 'RECORD_NOT_JSON' });
    expect(await store.reader.log(WORKSPACE, 0, 1)).toEqual([]);
  });

  test('an id with a control character, or a leaf that no tile could hold, is refused', async () => {
    const { store } = bench;
    const entries = [entry('policy.changed', 'run_\u0000')];
    await expect(store.commit({ workspace: WORKSPACE, entries })).rejects.toMatchObject({
      code: 'RECORD_NAME_INVALID',
    });
    const huge = { ...entry('policy.changed', null), ref: { much: 'x'.repeat(70_000) } };
    await expect(store.commit({ workspace: WORKSPACE, entries: [huge] })).rejects.toMatchObject({
      code: 'RECORD_TOO_LARGE',
    });
  });

  test('a run that is created with a lease is running in its first epoch; without one any worker may take it', async () => {
    const { store } = bench;
    const leased = await committed(store, {
      create: runCreate('run_a', { lease: WORKER }),
      entries: [entry('run.started', 'run_a')],
    });
    expect(leased.epoch).toBe(1);
    expect(await store.loadRun(WORKSPACE, 'run_a')).toMatchObject({
      status: 'running',
      epoch: 1,
      attempts: 1,
      lastIndex: 0,
      snapshot: null,
      snapshotIndex: -1,
      entries: [{ index: 0, payload: { text: 'x' } }],
    });
    await committed(store, { create: runCreate('run_b') });
    expect(await store.loadRun(WORKSPACE, 'run_b')).toMatchObject({
      status: 'runnable',
      epoch: 0,
      lastIndex: -1,
      entries: [],
    });
    expect(await store.loadRun(WORKSPACE, 'run_c')).toBeNull();
    expect(await store.loadRun('ws_b', 'run_a')).toBeNull();
  });

  test('a trigger key makes one run in a workspace, whatever is in it; a run id too', async () => {
    const { store } = bench;
    const dedupe = `mail \u0000 ${'x'.repeat(5_000)}`;
    await committed(store, { create: runCreate('run_a', { dedupe }) });
    const again = { workspace: WORKSPACE, entries: [entry('run.started', 'run_b')] };
    expect(await store.commit({ ...again, create: runCreate('run_b', { dedupe }) })).toEqual({
      kind: 'duplicate',
      run: 'run_a',
    });
    expect(await store.commit({ ...again, create: runCreate('run_a') })).toEqual({
      kind: 'duplicate',
      run: 'run_a',
    });
    expect(await store.reader.log(WORKSPACE, 0, 1)).toEqual([]);
    await committed(store, { workspace: 'ws_b', create: runCreate('run_b', { dedupe }) });
  });

  test('a holder goes on with its fence, and its snapshot is where replay starts', async () => {
    const { store } = bench;
    const fence = await heldRun(store, 'run_a');
    const more = await committed(store, {
      entries: [entry('call.intent', 'run_a')],
      advance: { id: 'run_a', fence, snapshot: { step: '\u0000' } },
    });
    expect(more).toMatchObject({ first: 1, last: 1, epoch: 1 });
    await committed(store, {
      entries: [entry('call.outcome', 'run_a')],
      advance: { id: 'run_a', fence: { epoch: 1, lastIndex: 1 } },
    });
    const loaded = await store.loadRun(WORKSPACE, 'run_a');
    expect(loaded).toMatchObject({ snapshot: { step: '\u0000' }, snapshotIndex: 1, lastIndex: 2 });
    expect(loaded?.entries.map(({ index }) => index)).toEqual([2]);
  });

  test('a commit that missed an entry of its run is stale, one of another epoch is fenced', async () => {
    const { store } = bench;
    const fence = await heldRun(store, 'run_a');
    await committed(store, {
      entries: [entry('run.cancelled', 'run_a')],
      advance: { id: 'run_a', fence: null },
    });
    const late = { workspace: WORKSPACE, entries: [entry('call.intent', 'run_a')] };
    expect(await store.commit({ ...late, advance: { id: 'run_a', fence } })).toEqual({
      kind: 'stale',
      lastIndex: 1,
    });
    const other = { ...fence, epoch: 7 };
    expect(await store.commit({ ...late, advance: { id: 'run_a', fence: other } })).toEqual({
      kind: 'fenced',
    });
    expect(await store.reader.log(WORKSPACE, 2, 1)).toEqual([]);
    expect(await store.loadRun(WORKSPACE, 'run_a')).toMatchObject({
      status: 'running',
      lastIndex: 1,
    });
  });

  test('a lease that was given up is no lease any more', async () => {
    const { store } = bench;
    const fence = await parkedRun(store, 'run_a');
    const late = { workspace: WORKSPACE, entries: [], advance: { id: 'run_a', fence } };
    expect(await store.commit(late)).toEqual({ kind: 'fenced' });
  });

  test('somebody from outside wakes a parked run, and leaves a running one with its holder', async () => {
    const { store } = bench;
    await parkedRun(store, 'run_a', 500);
    const tell = { entries: [entry('question.answered', 'run_a')] };
    await committed(store, { ...tell, advance: { id: 'run_a', fence: null } });
    expect(await store.loadRun(WORKSPACE, 'run_a')).toMatchObject({
      status: 'runnable',
      lastIndex: 1,
      snapshot: { at: 'run_a' },
      entries: [{ index: 1 }],
    });
    expect(await store.nextWake()).toBeNull();
    const [claimed] = await store.claim('wrk_b', 10);
    await committed(store, { ...tell, advance: { id: 'run_a', fence: null } });
    expect(await store.loadRun(WORKSPACE, 'run_a')).toMatchObject({
      status: 'running',
      epoch: claimed?.epoch,
      lastIndex: 2,
    });
  });

  test('somebody from outside who ends a running run takes it from its holder', async () => {
    const { store } = bench;
    const fence = await heldRun(store, 'run_a');
    const result = { kind: 'failed', code: 'X', reason: 'y' } as const;
    const ended = await committed(store, {
      advance: { id: 'run_a', fence: null, status: 'ended', result },
    });
    expect(ended.epoch).toBe(2);
    const late = { workspace: WORKSPACE, entries: [], advance: { id: 'run_a', fence } };
    expect(await store.commit(late)).toEqual({ kind: 'fenced' });
    expect(await store.reader.run(WORKSPACE, 'run_a')).toMatchObject({ status: 'ended', result });
  });

  test('an ended run never changes again', async () => {
    const { store, clock } = bench;
    const fence = await heldRun(store, 'run_a');
    clock.now += 40;
    const result = {
      kind: 'answered',
      text: 'done \u0000',
      label: {
        integrity: 'system',
        readers: 'public',
        provenance: { kind: 'sources', sources: [] },
      },
    } as const;
    await committed(store, {
      entries: [entry('run.ended', 'run_a')],
      advance: { id: 'run_a', fence, status: 'ended', snapshot: null, result },
    });
    expect(await store.reader.run(WORKSPACE, 'run_a')).toMatchObject({
      status: 'ended',
      result,
      endedAt: clock.now,
    });
    const outside = { workspace: WORKSPACE, entries: [], advance: { id: 'run_a', fence: null } };
    expect(await store.commit(outside)).toEqual({ kind: 'ended' });
    expect(await store.claim('wrk_b', 10)).toEqual([]);
  });

  test('a commit about a run that is not there is a fault, and harms no other of its batch', async () => {
    const { store } = bench;
    const entries = [entry('policy.changed', null)];
    const all = await Promise.allSettled([
      store.commit({ workspace: WORKSPACE, entries }),
      store.commit({ workspace: WORKSPACE, entries, advance: { id: 'run_x', fence: null } }),
      store.commit({ workspace: WORKSPACE, entries }),
    ]);
    expect(all).toMatchObject([
      { value: { kind: 'committed' } },
      { reason: { code: 'RECORD_RUN_UNKNOWN' } },
      { value: { kind: 'committed' } },
    ]);
    expect(await store.reader.log(WORKSPACE, 0, 10)).toHaveLength(2);
  });

  test('an entry of another run moves that run, so that its holder learns of it', async () => {
    const { store } = bench;
    const fence = await heldRun(store, 'run_a');
    await heldRun(store, 'run_b');
    await committed(store, {
      entries: [entry('run.cancelled', 'run_a'), entry('run.cancelled', 'run_b')],
      advance: { id: 'run_b', fence: null },
    });
    const late = { workspace: WORKSPACE, entries: [], advance: { id: 'run_a', fence } };
    expect(await store.commit(late)).toEqual({ kind: 'stale', lastIndex: 2 });
    expect(await store.loadRun(WORKSPACE, 'run_b')).toMatchObject({ lastIndex: 3 });
  });
}

import type { EntryInput, JsonObject } from '@countersign/contract';
import { beforeEach, expect, test } from 'vitest';
import { createLedger, type Ledger } from '../../ledger/ledger.ts';
import { checkpointSigner, memoryWitness, type WitnessStorage } from '../../ledger/signer.ts';
import { openCheckpoint, parseVerifierKey, verifyExport, verifyProof } from '../../verify/index.ts';
import {
  answerEntry,
  type Bench,
  committed,
  entry,
  heldRun,
  question,
  WORKSPACE,
} from '../record/harness.ts';
import { exportFiles, readerOf } from './export-files.ts';

export const SEED = new Uint8Array(32).fill(7);

/** Checkpoints, proofs, exports and erasures. */
export function ledgerRules(bench: Bench): void {
  let witness: WitnessStorage;
  let ledger: Ledger;
  beforeEach(() => {
    witness = memoryWitness();
    ledger = createLedger({ store: bench.store.log, signer: checkpointSigner(SEED, witness) });
  });

  test('a checkpoint is signed under the name of its workspace, and extends the one before', async () => {
    const key = parseVerifierKey(await ledger.verifierKey(WORKSPACE));
    expect(key?.name).toBe(`countersign/${WORKSPACE}`);
    for (const size of [0, 1, 3, 300]) {
      await appendTo(bench, size);
      const made = await ledger.checkpoint(WORKSPACE);
      expect(made.size).toBe(size);
      expect(key && openCheckpoint(made.note, key)).toEqual(made);
      expect(await ledger.checkpoint(WORKSPACE)).toEqual(made);
    }
    const stored = await bench.store.log.read(WORKSPACE, (view) => view.checkpoints());
    expect(stored.map(({ size }) => size)).toEqual([0, 1, 3, 300]);
  });

  test('many who ask for a checkpoint at once all get one', async () => {
    const asked = Array.from({ length: 8 }, async (_, at) => {
      await committed(bench.store, { entries: [entry('policy.changed', null, at)] });
      return ledger.checkpoint(WORKSPACE);
    });
    expect((await Promise.all(asked)).every(({ note }) => note.includes(WORKSPACE))).toBe(true);
  });

  test('a log that is shorter than what was signed is not signed again', async () => {
    await appendTo(bench, 5);
    const signer = checkpointSigner(SEED, witness);
    const { note } = await ledger.checkpoint(WORKSPACE);
    const other = createLedger({ store: bench.store.log, signer });
    await witness.store('ws_b', note.replaceAll(WORKSPACE, 'ws_b'));
    await expect(other.checkpoint('ws_b')).rejects.toMatchObject({
      code: 'LEDGER_WITNESS_INVALID',
    });
    const forgets = createLedger({
      store: bench.store.log,
      signer: { ...signer, lastSize: async () => 9 },
    });
    await expect(forgets.checkpoint(WORKSPACE)).rejects.toMatchObject({
      code: 'LEDGER_ROLLED_BACK',
    });
  });

  test('what a signer gives is kept only if its key has signed it, for the head that was asked about', async () => {
    await appendTo(bench, 3);
    const signer = checkpointSigner(SEED, witness);
    const thief = checkpointSigner(new Uint8Array(32).fill(9), memoryWitness());
    const stale = await createLedger({ store: bench.store.log, signer }).checkpoint(WORKSPACE);
    await appendTo(bench, 4);
    const liars = [
      { ...thief, verifierKey: signer.verifierKey },
      ...[stale.note, 'signed', ''].map((note) => ({ ...signer, sign: async () => note })),
    ];
    for (const liar of liars) {
      const lying = createLedger({ store: bench.store.log, signer: liar });
      await expect(lying.checkpoint(WORKSPACE)).rejects.toMatchObject({
        code: 'LEDGER_SIGNATURE_INVALID',
      });
    }
    const stored = await bench.store.log.read(WORKSPACE, (view) => view.checkpoints());
    expect(stored).toEqual([stale]);
  });

  test('a checkpoint that comes after a larger one is not kept', async () => {
    const store = { ...bench.store.log, saveCheckpoint: async () => undefined };
    const signer = checkpointSigner(SEED, witness);
    await appendTo(bench, 7);
    const late = await createLedger({ store, signer }).checkpoint(WORKSPACE);
    await appendTo(bench, 9);
    const newest = await ledger.checkpoint(WORKSPACE);
    await bench.store.log.saveCheckpoint(WORKSPACE, late);
    expect(await store.read(WORKSPACE, (view) => view.checkpoints())).toEqual([newest]);
  });

  test('a checkpoint that another key has signed stands in the way of no proof', async () => {
    await finishedRun(bench, 'run_a');
    const signer = checkpointSigner(new Uint8Array(32).fill(9), memoryWitness());
    await createLedger({ store: bench.store.log, signer }).checkpoint(WORKSPACE);
    const proof = await ledger.runProof(WORKSPACE, 'run_a');
    const report = proof && verifyProof(proof, await ledger.verifierKey(WORKSPACE));
    expect(report).toMatchObject({ findings: [], keyTrusted: true });
  });

  test("a run's proof holds without us, with the key alone", async () => {
    await finishedRun(bench, 'run_a');
    await appendTo(bench, 700);
    await finishedRun(bench, 'run_b');
    for (const run of ['run_a', 'run_b']) {
      const proof = await ledger.runProof(WORKSPACE, run);
      const report = proof && verifyProof(proof, await ledger.verifierKey(WORKSPACE));
      expect(report).toEqual({ findings: [], size: 705, entries: 5, erased: 0, keyTrusted: true });
      expect(JSON.parse(JSON.stringify(proof))).toEqual(proof);
    }
    expect(await ledger.runProof(WORKSPACE, 'run_x')).toBeNull();
    expect(await ledger.runProof('ws_b', 'run_a')).toBeNull();
  });

  test('a proof of a run that goes on is of what has happened so far', async () => {
    await heldRun(bench.store, 'run_a');
    const first = await ledger.runProof(WORKSPACE, 'run_a');
    await committed(bench.store, {
      entries: [entry('run.cancelled', 'run_a')],
      advance: { id: 'run_a', fence: null },
    });
    const second = await ledger.runProof(WORKSPACE, 'run_a');
    expect([first?.entries.length, second?.entries.length]).toEqual([1, 2]);
    expect(second && verifyProof(second, null).findings).toEqual([]);
  });

  test('an export holds without us, whatever its size', async () => {
    for (const size of [0, 1, 256, 257, 520]) {
      await appendTo(bench, size);
      const files = await exportFiles(ledger, WORKSPACE);
      const trustedKey = await ledger.verifierKey(WORKSPACE);
      expect(await verifyExport(readerOf(files), { trustedKey })).toEqual({
        findings: [],
        origin: `countersign/${WORKSPACE}`,
        size,
        erased: 0,
        keyTrusted: true,
      });
    }
    expect([...(await exportFiles(ledger, WORKSPACE)).keys()].sort()).toEqual([
      'checkpoint',
      'key',
      'payloads.ndjson',
      'tile/0/000',
      'tile/0/001',
      'tile/0/002.p/8',
      'tile/1/000.p/2',
      'tile/entries/000',
      'tile/entries/001',
      'tile/entries/002.p/8',
    ]);
  });

  test('what was erased is gone everywhere, and every proof stays valid', async () => {
    const secret = 'born 1970-01-01';
    await finishedRun(bench, 'run_a', { note: secret });
    const before = await ledger.checkpoint(WORKSPACE);
    expect(await ledger.erase(WORKSPACE, { run: 'run_a' }, 'usr_dpo')).toBe(5);

    const proof = await ledger.runProof(WORKSPACE, 'run_a');
    const trustedKey = await ledger.verifierKey(WORKSPACE);
    expect(proof && verifyProof(proof, trustedKey)).toMatchObject({ findings: [], erased: 5 });
    const files = await exportFiles(ledger, WORKSPACE);
    const checkpoints = [before.note];
    const report = await verifyExport(readerOf(files), { trustedKey, checkpoints });
    expect(report).toMatchObject({ findings: [], erased: 5, size: 6 });
    expect(await ledger.audit(WORKSPACE)).toEqual({ size: 6, findings: [] });

    const { reader } = bench.store;
    const left = JSON.stringify([
      proof,
      [...files.values()].map((bytes) => new TextDecoder().decode(bytes)),
      await reader.run(WORKSPACE, 'run_a'),
      await reader.questions(WORKSPACE, { limit: 10 }),
      await reader.log(WORKSPACE, 0, 10),
    ]);
    expect(left).not.toContain(secret);
    expect(await reader.run(WORKSPACE, 'run_a')).toMatchObject({
      title: '',
      result: { kind: 'answered', text: '' },
    });
    expect(await reader.log(WORKSPACE, 0, 1)).toMatchObject([
      { payload: null, salt: null, erased: true },
    ]);
  });

  test('one entry can be erased alone; nothing can be erased twice, nor while a run lives on it', async () => {
    await appendTo(bench, 2);
    expect(await ledger.erase(WORKSPACE, { index: 1 }, 'usr_dpo')).toBe(1);
    expect(await bench.store.reader.log(WORKSPACE, 0, 3)).toMatchObject([
      { erased: false, payload: 0 },
      { erased: true, payload: null },
      { leaf: { kind: 'payload.erased', ref: { by: 'usr_dpo', entries: [1] } } },
    ]);
    for (const target of [{ index: 1 }, { index: 2 }, { index: 99 }, { run: 'run_x' }]) {
      const again = ledger.erase(WORKSPACE, target, 'usr_dpo');
      await expect(again).rejects.toMatchObject({ code: 'LEDGER_NOTHING_TO_ERASE' });
    }
    await appendTo(bench, 4);
    // Two that have read the same content, and of which one comes too late.
    const erased = {
      kind: 'payload.erased',
      run: null,
      call: null,
      ref: { by: 'usr_dpo', entries: [3] },
      payload: null,
    } as const;
    const erasure = { indexes: [3], run: null };
    const both = await Promise.allSettled(
      [1, 2].map(() => bench.store.log.erase({ workspace: WORKSPACE, entries: [erased] }, erasure)),
    );
    expect(both).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: 'LEDGER_NOTHING_TO_ERASE' } },
    ]);
    await heldRun(bench.store, 'run_a');
    const living = ledger.erase(WORKSPACE, { run: 'run_a' }, 'usr_dpo');
    await expect(living).rejects.toMatchObject({ code: 'LEDGER_RUN_ACTIVE' });
    expect(await bench.store.loadRun(WORKSPACE, 'run_a')).toMatchObject({ lastIndex: 5 });
  });

  test('an audit of a log that nobody has touched finds nothing', async () => {
    await finishedRun(bench, 'run_a');
    await appendTo(bench, 600);
    await ledger.checkpoint(WORKSPACE);
    await appendTo(bench, 610);
    expect(await ledger.audit(WORKSPACE)).toEqual({ size: 610, findings: [] });
    expect(await ledger.audit('ws_b')).toEqual({ size: 0, findings: [] });
  });
}

/** Appends entries until the log has that many. */
export async function appendTo({ store }: Bench, size: number): Promise<void> {
  const view = await store.log.read(WORKSPACE, (log) => log.head());
  const entries = Array.from({ length: size - view.size }, (_, at) =>
    entry('policy.changed', null, at),
  );
  if (entries.length > 0) await committed(store, { entries });
}

/** A run of five entries that has ended, with content everywhere content can be. */
export async function finishedRun(
  { store }: Bench,
  run: string,
  content: JsonObject = {},
): Promise<void> {
  const fence = await heldRun(store, run);
  const call = `${run}.1`;
  const intent: EntryInput = {
    kind: 'call.intent',
    run,
    call,
    ref: { action: 'mail.send', attempt: 1 },
    payload: { repeat: 'once', ...content },
  };
  const outcome: EntryInput = {
    kind: 'call.outcome',
    run,
    call,
    ref: { outcome: 'done' },
    payload: { kind: 'call.outcome', ...content },
  };
  const asked = {
    ...question(`qst_${run}`, run),
    args: content,
    sentence: JSON.stringify(content),
  };
  const going = await committed(store, {
    entries: [intent],
    open: [asked],
    advance: { id: run, fence },
  });
  const label = { integrity: 'system', readers: 'public' } as const;
  const provenance = { kind: 'sources', sources: [] } as const;
  await committed(store, {
    entries: [
      { ...answerEntry(asked.id, run, 'deny', 'usr_b'), payload: content },
      outcome,
      entry('run.ended', run, content),
    ],
    close: [
      {
        id: asked.id,
        status: 'denied',
        by: 'usr_b',
        answer: { kind: 'deny', reason: JSON.stringify(content) },
      },
    ],
    advance: {
      id: run,
      fence: { epoch: fence.epoch, lastIndex: going.last },
      status: 'ended',
      snapshot: null,
      result: { kind: 'answered', text: JSON.stringify(content), label: { ...label, provenance } },
    },
  });
}

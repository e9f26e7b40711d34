import type { Commit, EntryInput, RecordStore } from '@countersign/contract';
import { expect, test } from 'vitest';
import {
  answerEntry,
  type Bench,
  committed,
  entry,
  parkedRun,
  question,
  WORKSPACE,
} from './harness.ts';

const ASKED = 'qst_a';
const CALL_HASH = 'a'.repeat(64);

/** Questions that need the yes of several people. */
export function supportRules(bench: Bench): void {
  const asked = async (approvals?: number): Promise<RecordStore> => {
    const { store } = bench;
    await parkedRun(store, 'run_a');
    await committed(store, {
      open: [question(ASKED, 'run_a', approvals === undefined ? {} : { approvals })],
    });
    return store;
  };
  const now = () => bench.store.reader.question(WORKSPACE, ASKED);

  test('a yes that is not the last is kept with the question, which stays open', async () => {
    const store = await asked(3);
    bench.clock.now = 2_000;
    expect(await store.commit(supportedBy('usr_b', 0))).toMatchObject({ kind: 'committed' });
    bench.clock.now = 3_000;
    expect(await store.commit(supportedBy('usr_c', 1))).toMatchObject({ kind: 'committed' });
    const supports = [
      { by: 'usr_b', at: 2_000 },
      { by: 'usr_c', at: 3_000 },
    ];
    expect(await now()).toMatchObject({ status: 'open', answeredBy: null, answer: null, supports });
    expect(await store.reader.questions(WORKSPACE, { limit: 1 })).toMatchObject([{ supports }]);
    expect(await store.commit(approvedBy('usr_d', 2))).toMatchObject({ kind: 'committed' });
    expect(await now()).toMatchObject({ status: 'approved', answeredBy: 'usr_d', supports });
  });

  test('it wakes the run and stands in its entries', async () => {
    const store = await asked(2);
    await store.commit(supportedBy('usr_b', 0));
    expect(await store.loadRun(WORKSPACE, 'run_a')).toMatchObject({ status: 'runnable' });
    const entries = await store.reader.entries(WORKSPACE, 'run_a', 0, 10);
    expect(entries.map(({ leaf }) => leaf.kind)).toEqual(['question.supported']);
  });

  test('of two at once only one is first, and of two last ones only one closes', async () => {
    const store = await asked(2);
    expect(
      await Promise.all([
        store.commit(supportedBy('usr_b', 0)),
        store.commit(supportedBy('usr_c', 0)),
      ]),
    ).toMatchObject([{ kind: 'committed' }, { kind: 'overtaken', question: ASKED }]);
    expect((await now())?.supports).toHaveLength(1);
    expect(
      await Promise.all([
        store.commit(approvedBy('usr_c', 1)),
        store.commit(approvedBy('usr_d', 1)),
        store.commit(supportedBy('usr_e', 1)),
      ]),
    ).toMatchObject([{ kind: 'committed' }, { kind: 'closed' }, { kind: 'closed' }]);
  });

  test('what was overtaken or closed changes nothing', async () => {
    const store = await asked(2);
    await store.commit(supportedBy('usr_b', 0));
    const before = await store.reader.log(WORKSPACE, 0, 100);
    for (const late of [supportedBy('usr_c', 0), approvedBy('usr_c', 0), approvedBy('usr_c', 2)])
      expect(await store.commit(late)).toEqual({ kind: 'overtaken', question: ASKED });
    expect(await store.reader.log(WORKSPACE, 0, 100)).toEqual(before);
    expect(await now()).toMatchObject({ status: 'open', supports: [{ by: 'usr_b' }] });
  });

  test('nobody counts twice, and nothing is approved by fewer than it needs', async () => {
    const store = await asked(3);
    await store.commit(supportedBy('usr_b', 0));
    for (const short of [
      supportedBy('usr_b', 1),
      approvedBy('usr_c', 1),
      approvedBy('usr_c'),
      repeatedBy('usr_c', 1),
    ]) {
      await expect(store.commit(short)).rejects.toThrow();
    }
    await store.commit(supportedBy('usr_c', 1));
    await expect(store.commit(approvedBy('usr_c', 2))).rejects.toThrow();
    expect(await now()).toMatchObject({ status: 'open' });
    expect(await store.commit(approvedBy('usr_d', 2))).toMatchObject({ kind: 'committed' });
  });

  test('any no closes it at once', async () => {
    const store = await asked(5);
    await store.commit(supportedBy('usr_b', 0));
    const answer = { kind: 'deny', reason: 'no' } as const;
    const no = await store.commit({
      ...tell(answerEntry(ASKED, 'run_a', 'deny', 'usr_b')),
      close: [{ id: ASKED, status: 'denied', by: 'usr_b', answer }],
    });
    expect(no).toMatchObject({ kind: 'committed' });
    expect(await now()).toMatchObject({ status: 'denied', answeredBy: 'usr_b' });
  });

  test('a question that needs one person is supported by nobody', async () => {
    const store = await asked();
    await expect(store.commit(supportedBy('usr_b', 0))).rejects.toThrow();
    expect(await store.commit(approvedBy('usr_b'))).toMatchObject({ kind: 'committed' });
    expect(await now()).not.toHaveProperty('supports');
  });

  test('a yes is kept only with the entry that says whose it is, and in its run', async () => {
    const store = await asked(2);
    const said = supportEntry('usr_b');
    for (const entries of [
      [],
      [{ ...said, kind: 'question.answered' as const }],
      [{ ...said, run: 'run_b' }],
      [{ ...said, ref: { ...said.ref, by: 'usr_c' } }],
      [{ ...said, ref: { ...said.ref, question: 'qst_b' } }],
    ]) {
      const unsaid = store.commit({ ...supportedBy('usr_b', 0), entries });
      await expect(unsaid).rejects.toMatchObject({ code: 'RECORD_COMMIT_INVALID' });
    }
    expect(await now()).not.toHaveProperty('supports');
  });
}

function tell(said: EntryInput): Commit {
  return { workspace: WORKSPACE, entries: [said], advance: { id: 'run_a', fence: null } };
}

function supportEntry(by: string): EntryInput {
  return { ...entry('question.supported', 'run_a'), ref: { question: ASKED, by } };
}

function supportedBy(by: string, after: number): Commit {
  return { ...tell(supportEntry(by)), support: [{ id: ASKED, by, after }] };
}

function approvedBy(by: string, after?: number): Commit {
  const answer = { kind: 'approve', callHash: CALL_HASH } as const;
  return {
    ...tell(answerEntry(ASKED, 'run_a', 'approve', by)),
    close: [
      { id: ASKED, status: 'approved', by, answer, ...(after === undefined ? {} : { after }) },
    ],
  };
}

function repeatedBy(by: string, after: number): Commit {
  const answer = { kind: 'repeat', callHash: CALL_HASH } as const;
  return {
    ...tell(answerEntry(ASKED, 'run_a', 'repeat', by)),
    close: [{ id: ASKED, status: 'repeated', by, answer, after }],
  };
}

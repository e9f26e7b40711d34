import type { QuestionFilter } from '@countersign/contract';
import { expect, test } from 'vitest';
import { type Bench, committed, entry, parkedRun, question, WORKSPACE } from './harness.ts';

/** Questions are found by what became of them, page by page. */
export function questionListRules(bench: Bench): void {
  const ids = async (filter: Partial<QuestionFilter>) =>
    (await bench.store.reader.questions(WORKSPACE, { limit: 2, ...filter })).map(({ id }) => id);

  async function asked(): Promise<void> {
    await parkedRun(bench.store, 'run_a');
    await committed(bench.store, {
      open: [
        question('qst_a', 'run_a', { askedAt: 1 }),
        question('qst_b', 'run_a', { askedAt: 2 }),
        question('qst_c', 'run_a', { askedAt: 2 }),
        question('qst_d', 'run_a', { askedAt: 3 }),
      ],
    });
  }

  test('a list of questions goes on after any of them, in its order', async () => {
    await asked();
    expect(await ids({})).toEqual(['qst_d', 'qst_c']);
    expect(await ids({ after: 'qst_c' })).toEqual(['qst_b', 'qst_a']);
    expect(await ids({ after: 'qst_a' })).toEqual([]);
    expect(await ids({ order: 'oldest' })).toEqual(['qst_a', 'qst_b']);
    expect(await ids({ order: 'oldest', after: 'qst_b' })).toEqual(['qst_c', 'qst_d']);
    expect(await ids({ after: 'qst_nowhere' })).toEqual([]);
  });

  test('questions are found by any of several things that became of them', async () => {
    await asked();
    for (const [id, status, kind] of [
      ['qst_b', 'denied', 'deny'],
      ['qst_d', 'expired', 'expired'],
    ] as const) {
      const ref = { question: id, answer: kind, by: 'usr_b' };
      const answer = kind === 'deny' ? ({ kind, reason: '' } as const) : { kind };
      await committed(bench.store, {
        entries: [{ ...entry('question.answered', 'run_a'), ref }],
        close: [{ id, status, by: 'usr_b', answer }],
        advance: { id: 'run_a', fence: null },
      });
    }
    expect(await ids({ status: ['denied'] })).toEqual(['qst_b']);
    expect(await ids({ status: ['denied', 'expired'] })).toEqual(['qst_d', 'qst_b']);
    expect(await ids({ status: ['denied', 'expired'], after: 'qst_d' })).toEqual(['qst_b']);
    expect(await ids({ status: ['approved'] })).toEqual([]);
    expect(await ids({ status: [] })).toEqual([]);
  });
}

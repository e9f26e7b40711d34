import type { Answer, QuestionRecord } from '@countersign/contract';
import { DEFAULT_POLICIES } from '@countersign/gateway';
import { type MemoryRecord, memoryRecord } from '@countersign/record';
import { afterEach, describe, expect, test } from 'vitest';
import { systemPowers } from '../powers/system.ts';
import { testWorld, type World } from '../powers/testing/index.ts';
import { eventEntry } from '../runtime/entries.ts';

const BOB = 'bob@example.com';
const two = (needed: number) =>
  `${DEFAULT_POLICIES}
  @id("several") @approvals("${needed}")
  permit (principal in Role::"user", action == Action::"send", resource);`;

let open: { readonly world: World; readonly record: MemoryRecord }[] = [];
afterEach(async () => {
  await Promise.all(open.map(({ world }) => world.stop()));
  open = [];
});

/** A run that waits for several people. */
async function waiting(needed = 2) {
  const record = memoryRecord(systemPowers());
  const performed: unknown[] = [];
  const world = await testWorld({
    record,
    policy: two(needed),
    script: [{ calls: [{ tool: 'test_send', args: { to: BOB } }] }, { text: 'done' }],
    act: async ({ call }) => {
      performed.push(call.args);
      return { kind: 'done', result: {}, usage: {}, sources: [] };
    },
  });
  open.push({ world, record });
  const run = await world.start();
  await world.until(run, 'parked');
  const [question] = await world.questions('open');
  if (!question) throw new Error('the run asks');
  const all = async (people: readonly string[]) => people;
  const answer = (by: string, said: Answer, counting = all) =>
    world.system.runs.answer(world.workspace, question.id, said, by, counting);
  const { callHash } = question;
  const yes = (by: string, counting = all) => answer(by, { kind: 'approve', callHash }, counting);
  const now = async () =>
    (await record.reader.question(world.workspace, question.id)) as QuestionRecord;
  return { world, record, run, question, performed, answer, yes, now };
}

describe('a call that needs two people', () => {
  test('waits after the first yes, and is done once after the second', async () => {
    const { world, run, question, performed, yes, now } = await waiting();
    expect(question).toMatchObject({ approvals: 2, missing: [{ because: 'policy' }] });
    expect(await yes('usr_1')).toMatchObject({
      kind: 'supported',
      question: { status: 'open', supports: [{ by: 'usr_1' }] },
    });
    expect(performed).toEqual([]);
    expect((await yes('usr_2')).kind).toBe('answered');
    await world.until(run, 'ended');
    expect(performed).toEqual([{ to: BOB }]);
    expect(await now()).toMatchObject({ status: 'approved', answeredBy: 'usr_2' });
    const kinds = (await world.entries(run)).map(({ leaf }) => [leaf.kind, leaf.ref['by'] ?? null]);
    expect(kinds).toContainEqual(['question.supported', 'usr_1']);
    expect(kinds).toContainEqual(['question.answered', 'usr_2']);
    const intent = (await world.entries(run)).findLast(({ leaf }) => leaf.kind === 'call.intent');
    expect(intent).toBeDefined();
    const approvals = (await world.entries(run))
      .filter(({ leaf }) => leaf.kind === 'call.intent')
      .map(({ payload }) => (payload as { approval?: object }).approval ?? null);
    expect(approvals).toContainEqual(
      expect.objectContaining({ by: 'usr_2', also: ['usr_1'] }) as object,
    );
  });

  test('takes nobody’s yes twice, and their no at any time', async () => {
    const { world, run, performed, answer, yes } = await waiting();
    await yes('usr_1');
    expect((await yes('usr_1')).kind).toBe('said');
    expect((await answer('usr_1', { kind: 'deny', reason: 'no' })).kind).toBe('answered');
    expect((await yes('usr_2')).kind).toBe('closed');
    await world.until(run, 'ended');
    expect(performed).toEqual([]);
  });

  test('does not count the yes of who may not answer any more, and counts it where they may again', async () => {
    const { world, run, performed, yes } = await waiting();
    const gone = async () => [];
    await yes('usr_1');
    expect((await yes('usr_2', gone)).kind).toBe('supported');
    expect(performed).toEqual([]);
    expect((await yes('usr_2')).kind).toBe('answered');
    await world.until(run, 'ended');
    expect(performed).toHaveLength(1);
  });

  test('of all who say the last yes at once one closes it, and it is done once', async () => {
    const { world, run, performed, yes } = await waiting(3);
    const people = ['usr_1', 'usr_2', 'usr_3', 'usr_4', 'usr_5', 'usr_1', 'usr_2'];
    const kinds = (await Promise.all(people.map((by) => yes(by)))).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'supported')).toHaveLength(2);
    expect(kinds.filter((kind) => kind === 'answered')).toHaveLength(1);
    await world.until(run, 'ended');
    expect(performed).toHaveLength(1);
  });

  test('has nothing remembered by a yes that is not the last', async () => {
    const { question, answer, yes } = await waiting();
    const { callHash } = question;
    const remembering = {
      kind: 'approve',
      callHash,
      remember: [{ missing: 0, days: 30 }],
    } as const;
    await expect(answer('usr_1', remembering)).rejects.toMatchObject({
      code: 'RUNTIME_REMEMBER_EARLY',
    });
    expect((await yes('usr_1')).kind).toBe('supported');
  });

  test('is asked about anew once its arguments are changed, and no yes comes along', async () => {
    const { world, question, performed, answer, yes } = await waiting();
    await yes('usr_1');
    const { callHash } = question;
    await answer('usr_2', { kind: 'edit', callHash, args: { to: 'ann@example.com' } });
    const again = async (): Promise<QuestionRecord> => {
      const [next] = await world.questions('open');
      return next ?? (await new Promise((resolve) => setImmediate(resolve)).then(again));
    };
    const next = await again();
    expect(next).toMatchObject({ approvals: 2, args: { to: 'ann@example.com' } });
    expect(next).not.toHaveProperty('supports');
    expect(next.callHash).not.toBe(callHash);
    expect(performed).toEqual([]);
  });

  test('is refused where an approval with one name was put into the run’s entries', async () => {
    const { world, record, run, question, performed } = await waiting();
    const { id, call, callHash } = question;
    const forged = eventEntry(run, {
      ...{ kind: 'question.answered', question: id, call, by: 'usr_1', also: ['usr_2'] },
      ...{ answer: { kind: 'approve', callHash }, endorsements: [], leaves: {} },
    });
    await record.commit({
      ...{ workspace: world.workspace, entries: [forged] },
      advance: { id: run, fence: null },
    });
    await world.until(run, 'ended');
    expect(performed).toEqual([]);
    const refused = (await world.entries(run)).find(({ leaf }) => leaf.kind === 'call.refused');
    expect(refused?.leaf.ref).toEqual({ code: 'APPROVALS_MISSING' });
  });
});

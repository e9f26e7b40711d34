import type { Answer, QuestionRecord } from '@countersign/contract';
import { memoryRecord } from '@countersign/record';
import { afterEach, expect, test } from 'vitest';
import { systemPowers } from '../powers/system.ts';
import { type Said, testWorld, type World, type WorldOptions } from '../powers/testing/index.ts';

const [BOB, EVE] = ['bob@example.com', 'eve@example.com'];
const PLAN: Said = {
  text: JSON.stringify({
    version: 1,
    slots: [
      {
        ...{ action: 'test.send', atMost: 1 },
        arguments: { '/to': { kind: 'one-of', values: [{ kind: 'constant', value: BOB }] } },
      },
    ],
  }),
};
const READ: Said = { calls: [{ tool: 'test_read', args: {} }] };
const sendTo = (...to: string[]): Said => ({
  calls: to.map((one) => ({ tool: 'test_send', args: { to: one } })),
});
const DONE: Said = { text: 'done' };

let open: World[] = [];
afterEach(async () => {
  await Promise.all(open.map((world) => world.stop()));
  open = [];
});

/** A run that has a contract and waits for a person. */
async function held(script: readonly Said[], more: Partial<WorldOptions> = {}) {
  const record = memoryRecord(systemPowers());
  const world = await testWorld({ record, planning: 'when-acting', script, ...more });
  open.push(world);
  const run = await world.start();
  await world.until(run, 'parked');
  const waiting = async (): Promise<readonly QuestionRecord[]> => world.questions('open');
  const answer = (question: QuestionRecord | undefined, said: Partial<Answer> = {}) =>
    world.system.runs.answer(
      world.workspace,
      question?.id ?? '',
      { kind: 'approve', callHash: question?.callHash ?? '', ...said } as Answer,
      world.person,
    );
  const [first] = await waiting();
  const rest = () => Promise.race([world.until(run, 'ended'), world.until(run, 'parked')]);
  const kinds = async () => (await world.entries(run)).map(({ leaf }) => leaf);
  return { world, run, first, answer, waiting, rest, kinds };
}

test('a person adds calls like the one they let pass, and the next beyond them is asked about', async () => {
  const script = [PLAN, READ, sendTo(EVE), sendTo(EVE), sendTo(EVE), sendTo(EVE), DONE];
  const { world, run, first, answer, waiting, kinds } = await held(script);
  const { question } = await answer(first, { kind: 'approve', more: 2 }).then((given) =>
    given.kind === 'answered' ? given : { question: null },
  );
  expect(question?.status).toBe('approved');
  const next = async (): Promise<QuestionRecord> => {
    const found = (await waiting()).find(({ id }) => id !== first?.id);
    return found ?? (await new Promise((resolve) => setImmediate(resolve)).then(next));
  };
  const asked = await next();
  expect(asked.args).toEqual({ to: EVE });
  const leaves = await kinds();
  expect(leaves.find(({ kind }) => kind === 'intent.widened')?.ref).toEqual({
    ...{ by: world.person, question: first?.id, atMost: 2 },
    hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  });
  const sends = leaves.filter(
    ({ kind, ref }) => kind === 'call.intent' && ref['action'] === 'test.send',
  );
  expect(sends).toHaveLength(3);
  // The one they looked at takes none of the places that they added.
  expect(sends.map(({ ref }) => ref['place'] ?? null)).toEqual([
    null,
    ...Array<unknown>(2).fill(expect.any(Number)),
  ]);
  await answer(asked, { kind: 'deny', reason: 'enough' });
  await world.until(run, 'ended');
});

test('what differs in what it decides is asked about all the same', async () => {
  const script = [PLAN, READ, sendTo(EVE), sendTo(`x${EVE}`), DONE];
  const { first, answer, waiting, world, run } = await held(script);
  await answer(first, { kind: 'approve', more: 5 });
  const next = async (): Promise<readonly QuestionRecord[]> => {
    const found = await waiting();
    return found.length > 0 ? found : new Promise((resolve) => setImmediate(resolve)).then(next);
  };
  const [other] = await next();
  expect(other?.args).toEqual({ to: `x${EVE}` });
  await answer(other, { kind: 'deny', reason: 'no' });
  await world.until(run, 'ended');
});

test('two calls of one turn share the one place that was added', async () => {
  const script = [PLAN, READ, sendTo(EVE), sendTo(EVE, EVE), DONE];
  const { first, answer, waiting, rest } = await held(script);
  await answer(first, { kind: 'approve', more: 1 });
  const next = async (): Promise<readonly QuestionRecord[]> => {
    await rest();
    const found = await waiting();
    return found.length > 0 ? found : next();
  };
  expect(await next()).toHaveLength(1);
});

test('nothing is added where nothing was written down, and then nothing is answered', async () => {
  const { first, answer, waiting } = await held([READ, sendTo(EVE), DONE], { planning: 'never' });
  await expect(answer(first, { kind: 'approve', more: 1 })).rejects.toMatchObject({
    code: 'RUNTIME_WIDEN_MISFIT',
    message: expect.stringMatching(/^Nothing was written down/) as string,
  });
  expect(await waiting()).toHaveLength(1);
  expect((await answer(first)).kind).toBe('answered');
});

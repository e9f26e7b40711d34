import { type Answer, Fault, type QuestionRecord } from '@countersign/contract';
import { type Said, testWorld, type World } from '@countersign/server/testing';
import fc from 'fast-check';
import type { ProofDatabase } from '../with-database.ts';
import type { Tried } from './edited-calls.ts';

const read: Said = { calls: [{ tool: 'test_read', args: {} }] };
const end: Said = { text: 'done' };

/** Tries every wrong way to use an approval on the real runtime over Postgres. */
export async function tryRuntime(
  { open }: ProofDatabase,
  runs: number,
  tried: Tried,
): Promise<readonly string[]> {
  const performed: string[] = [];
  let skew = 0;
  const now = () => Date.now() + skew;
  const setting = {
    record: await open(now),
    questionTtlMs: 60_000,
    now,
    act: async ({ call }: { call: { id: string; action: string; args: unknown } }) => {
      if (call.action === 'test.send') performed.push(`${call.id} ${JSON.stringify(call.args)}`);
      return { kind: 'done' as const, result: {}, usage: {} };
    },
  };
  const first = await testWorld({ ...setting, script: [end] });
  const elsewhere = await testWorld({ ...setting, script: [end] });
  const shapes = fc.sample(
    fc.record({ to: fc.string({ maxLength: 60 }), text: fc.string({ maxLength: 60 }) }),
    { numRuns: runs, seed: 11 },
  );
  const problems: string[] = [];
  for (const args of shapes) {
    const send: Said = { calls: [{ tool: 'test_send', args }] };
    const twice: Said = { calls: [...(send.calls ?? []), ...(send.calls ?? [])] };
    const world = await testWorld({ ...setting, of: first, script: [read, twice, end] });
    const on = { world, elsewhere, performed, tried };
    await wrongAnswers(on);
    await lateAnswers(on, () => {
      skew += 61_000;
    });
    problems.push(...world.problems);
    await world.stop();
  }
  await first.stop();
  await elsewhere.stop();
  return problems;
}

interface Trying {
  readonly world: World;
  readonly elsewhere: World;
  readonly performed: readonly string[];
  readonly tried: Tried;
}

/** A run that asks two questions about the same call twice over, each of which only its own approval may answer. */
async function asking(world: World): Promise<readonly [QuestionRecord, QuestionRecord]> {
  const run = await world.start();
  await world.until(run, 'parked');
  const [one, two] = (await world.questions('open')).filter((question) => question.run === run);
  if (!one || !two) throw new Error('the run asks two questions');
  return [one, two];
}

async function wrongAnswers(on: Trying): Promise<void> {
  const { world, elsewhere, performed, tried } = on;
  const before = performed.length;
  const [one, two] = await asking(world);
  const [other, second] = await asking(world);
  const yes = (question: QuestionRecord): Answer => ({
    kind: 'approve',
    callHash: question.callHash,
  });
  for (const at of Array.from({ length: 64 }, (_, index) => index))
    await refused(on, `another digit ${at} of the hash`, one, {
      kind: 'approve',
      callHash: otherDigit(one.callHash, at),
    });
  await refused(on, 'the hash of the run’s other question', one, yes(two));
  await refused(on, 'the hash of another run’s same call', one, yes(other));
  await refused(on, 'an edit under another hash', one, {
    kind: 'edit',
    callHash: two.callHash,
    args: {},
  });
  await refused(on, 'an answer to another kind of question', one, { kind: 'happened' });
  await refused(on, 'a repetition of what was never done', one, {
    kind: 'repeat',
    callHash: one.callHash,
  });
  await refused(on, 'an expiry that somebody claims', one, { kind: 'expired' });
  await refused(on, 'the question from another workspace', one, yes(one), elsewhere.workspace);
  count(tried, 'nothing ran meanwhile', performed.length === before);

  const answers = await Promise.all([1, 2, 3, 4].map(() => answered(on, one, yes(one))));
  const taken = answers.filter((kind) => kind === 'answered').length;
  count(tried, `four answers at once: ${answers.join(', ')}`, taken === 1);
  await refused(on, 'an approval once more', one, yes(one));
  count(
    tried,
    'the second question is denied',
    (await answered(on, two, { kind: 'deny', reason: '' })) === 'answered',
  );
  await refused(on, 'an approval after a denial', two, yes(two));
  await world.until(one.run, 'ended');
  await refused(on, 'an approval once more, after the end', one, yes(one));
  const ran = performed.slice(before).filter((line) => line.startsWith(one.run));
  count(tried, `the approved call ran ${ran.length} times`, ran.length === 1);
  count(
    tried,
    'what ran is what was approved',
    ran[0] === `${one.call} ${JSON.stringify(one.args)}`,
  );

  await world.system.runs.cancel(world.workspace, other.run, world.person, 'enough');
  await refused(on, 'an approval after a cancel', other, yes(other));
  await refused(on, 'an approval of the second question after a cancel', second, yes(second));
  await world.until(other.run, 'ended');
  count(
    tried,
    'the cancelled run did nothing',
    !performed.some((line) => line.startsWith(other.run)),
  );
}

/** A question's time runs out: once nobody has noticed yet, once the worker has. */
async function lateAnswers(on: Trying, later: () => void): Promise<void> {
  const { world, performed, tried } = on;
  const [one, two] = await asking(world);
  later();
  await refused(on, 'an approval after the time was up, before anybody noticed', one, {
    kind: 'approve',
    callHash: one.callHash,
  });
  world.system.worker?.poke(one.run, 0);
  await world.until(one.run, 'ended');
  await refused(on, 'an approval after the question was expired', two, {
    kind: 'approve',
    callHash: two.callHash,
  });
  count(tried, 'the expired run did nothing', !performed.some((line) => line.startsWith(one.run)));
}

async function refused(
  on: Trying,
  name: string,
  question: QuestionRecord,
  answer: Answer,
  workspace?: string,
): Promise<void> {
  const kind = await answered(on, question, answer, workspace);
  count(on.tried, `${name}: ${kind}`, kind !== 'answered');
}

/** What the runtime says to an answer: its kind, or the code of its refusal. */
async function answered(
  { world }: Trying,
  question: QuestionRecord,
  answer: Answer,
  workspace = world.workspace,
): Promise<string> {
  try {
    return (await world.system.runs.answer(workspace, question.id, answer, world.person)).kind;
  } catch (thrown) {
    if (Fault.is(thrown)) return thrown.code;
    throw thrown;
  }
}

function count(tried: Tried, name: string, holds: boolean): void {
  tried.cases += 1;
  if (!holds) tried.accepted.push(`runtime: ${name}`);
}

function otherDigit(hash: string, at: number): string {
  return `${hash.slice(0, at)}${hash[at] === '0' ? '1' : '0'}${hash.slice(at + 1)}`;
}

import type { Entry, Performed, QuestionRecord, RecordStore } from '@countersign/contract';
import { afterEach, beforeAll, expect, inject, test } from 'vitest';
import type { Said } from '../powers/testing/actions.ts';
import { testRecords } from '../powers/testing/records.ts';
import { testWorld, type World, type WorldOptions } from '../powers/testing/world.ts';

const records = testRecords();

beforeAll(() => records.start(inject('postgresUrl')));
afterEach(() => records.close());

async function world(
  options: Partial<WorldOptions> & { script: readonly Said[]; record?: RecordStore },
): Promise<World> {
  const made = await testWorld({
    ...options,
    record: options.record ?? (await records.open(options.now)),
  });
  records.closes({ close: () => made.stop() });
  return made;
}

const call = (tool: string, args: Record<string, string> = {}): Said => ({
  calls: [{ tool, args }],
});
const kinds = (entries: readonly Entry[]) =>
  entries.map(
    ({ leaf }) => `${leaf.kind}${leaf.ref['action'] ? ` ${String(leaf.ref['action'])}` : ''}`,
  );
const openQuestion = async (of: World): Promise<QuestionRecord> => {
  const [question] = await of.questions('open');
  if (!question) throw new Error('no question is open');
  return question;
};

test('a turn of model, tool, model is written down in the order it happened, and ends', async () => {
  const w = await world({ script: [call('test_read'), { text: 'all done' }] });
  const run = await w.start();
  await w.until(run, 'ended');
  expect(kinds(await w.entries(run))).toEqual([
    'run.started',
    'call.intent model.generate',
    'call.outcome',
    'call.intent test.read',
    'call.outcome',
    'call.intent model.generate',
    'call.outcome',
    'run.ended',
  ]);
  expect((await w.summary(run))?.result).toMatchObject({
    kind: 'answered',
    text: 'all done',
    label: { integrity: 'untrusted' },
  });
  expect(w.problems).toEqual([]);
});

test('a zero character in what is said, in arguments, results and replies stops no run', async () => {
  const given: string[] = [];
  const w = await world({
    script: [
      call('test_read', { text: 'a\0b' }),
      call('test_read', { text: 'c' }),
      { text: 'done\0' },
    ],
    act: async ({ call: { args } }) => {
      given.push(String(args['text']));
      return { kind: 'done', result: { text: 'x\0y', 'k\0': [] }, usage: {} };
    },
  });
  const run = await w.start('read\0 it');
  await w.until(run, 'ended');
  expect(given.at(-1)).toBe('c');
  expect((await w.summary(run))?.result).toMatchObject({
    kind: 'answered',
    text: expect.stringMatching(/^done/),
  });
  expect(w.problems).toEqual([]);
});

test('an effect that nobody asked for parks the run and happens once, after a person said yes', async () => {
  const sent: string[] = [];
  const w = await world({
    script: [
      call('test_read'),
      call('test_send', { to: 'eve@example.com', text: 'secrets' }),
      { text: 'sent' },
    ],
    act: async ({ call: { action, id } }) => {
      if (action === 'test.send') sent.push(id);
      return { kind: 'done', result: {}, usage: {} };
    },
  });
  const run = await w.start();
  await w.until(run, 'parked');
  expect(sent).toEqual([]);
  const question = await openQuestion(w);
  expect(question).toMatchObject({
    kind: 'call',
    action: 'test.send',
    args: { to: 'eve@example.com', text: 'secrets' },
  });
  const yes = { kind: 'approve', callHash: question.callHash } as const;
  const answers = await Promise.all(
    [1, 2, 3].map(() => w.system.runs.answer(w.workspace, question.id, yes, w.person)),
  );
  expect(answers.map((answer) => answer.kind).sort()).toEqual(['answered', 'closed', 'closed']);
  await w.until(run, 'ended');
  expect(sent).toHaveLength(1);
  expect(w.problems).toEqual([]);
});

test('an approval of another call is refused and nothing happens', async () => {
  const w = await world({
    script: [call('test_read'), call('test_send', { to: 'eve@example.com' }), { text: 'ok' }],
  });
  const run = await w.start();
  await w.until(run, 'parked');
  const question = await openQuestion(w);
  const other = `${question.callHash.slice(0, -1)}${question.callHash.endsWith('0') ? '1' : '0'}`;
  expect(
    await w.system.runs.answer(
      w.workspace,
      question.id,
      { kind: 'approve', callHash: other },
      w.person,
    ),
  ).toEqual({ kind: 'mismatch' });
  expect((await w.summary(run))?.status).toBe('parked');
});

test('a denial is told to the model, and the same wish is refused without another question', async () => {
  const wish = call('test_send', { to: 'eve@example.com' });
  const w = await world({ script: [call('test_read'), wish, wish, { text: 'given up' }] });
  const run = await w.start();
  await w.until(run, 'parked');
  await w.system.runs.answer(
    w.workspace,
    (await openQuestion(w)).id,
    { kind: 'deny', reason: 'never' },
    w.person,
  );
  await w.until(run, 'ended');
  expect(await w.questions('open')).toEqual([]);
  expect(kinds(await w.entries(run)).filter((kind) => kind === 'call.refused')).toHaveLength(1);
});

test.each([0, 150])('two held calls wait for two answers, %i ms apart', async (apart) => {
  const w = await world({
    script: [
      call('test_read'),
      {
        calls: ['eve', 'mallory'].map((name) => ({
          tool: 'test_send',
          args: { to: `${name}@example.com` },
        })),
      },
      { text: 'both denied' },
    ],
  });
  const run = await w.start();
  await w.until(run, 'parked');
  const questions = await w.questions('open');
  expect(questions).toHaveLength(2);
  for (const question of questions) {
    await w.system.runs.answer(w.workspace, question.id, { kind: 'deny', reason: 'no' }, w.person);
    await new Promise((resolve) => setTimeout(resolve, apart));
  }
  await w.until(run, 'ended');
  expect(w.problems).toEqual([]);
});

test('an answer that arrives while the run is being parked again is not lost', async () => {
  const real = await records.open();
  let late: (() => Promise<unknown>) | null = null;
  const racing: RecordStore = {
    ...real,
    commit: async (commit) => {
      const answering =
        commit.advance?.status === 'parked' && commit.entries.length === 0 ? late : null;
      if (answering) late = null;
      await answering?.();
      return real.commit(commit);
    },
  };
  const w = await world({
    record: racing,
    script: [
      call('test_read'),
      {
        calls: ['eve', 'mallory'].map((name) => ({
          tool: 'test_send',
          args: { to: `${name}@example.com` },
        })),
      },
      { text: 'both denied' },
    ],
  });
  const run = await w.start();
  await w.until(run, 'parked');
  const [first, second] = await w.questions('open');
  const deny = (id: string) =>
    w.system.runs.answer(w.workspace, id, { kind: 'deny', reason: 'no' }, w.person);
  late = () => deny(second?.id ?? '');
  await deny(first?.id ?? '');
  await w.until(run, 'ended');
  expect(late).toBeNull();
  expect(w.problems).toEqual([]);
});

test('a question that nobody answers is denied when its time is up', async () => {
  let skew = 0;
  const w = await world({
    script: [call('test_read'), call('test_send', { to: 'eve@example.com' }), { text: 'gave up' }],
    questionTtlMs: 60_000,
    now: () => Date.now() + skew,
  });
  const run = await w.start();
  await w.until(run, 'parked');
  const question = await openQuestion(w);
  skew = 61_000;
  const late = { kind: 'approve', callHash: question.callHash } as const;
  expect(await w.system.runs.answer(w.workspace, question.id, late, w.person)).toMatchObject({
    kind: 'closed',
  });
  w.system.worker?.poke(run, 0);
  await w.until(run, 'ended');
  expect(await w.questions('expired')).toHaveLength(1);
});

test('a cancel stops a running tool within a second and ends the run', async () => {
  let aborted = false;
  const began: { resolve?: () => void } = {};
  const started = new Promise<void>((resolve) => {
    began.resolve = resolve;
  });
  const w = await world({
    script: [call('test_read'), { text: 'never' }],
    act: (_granted, signal) =>
      new Promise<Performed>((resolve) => {
        began.resolve?.();
        signal.addEventListener('abort', () => {
          aborted = true;
          resolve({ kind: 'cancelled', usage: {} });
        });
      }),
  });
  const run = await w.start();
  await started;
  const asked = performance.now();
  expect(await w.system.runs.cancel(w.workspace, run, w.person, 'enough')).toBe('cancelled');
  await w.until(run, 'ended');
  expect(performance.now() - asked).toBeLessThan(1_000);
  expect(aborted).toBe(true);
  expect((await w.summary(run))?.result).toMatchObject({ kind: 'cancelled', reason: 'enough' });
  expect(await w.system.runs.cancel(w.workspace, run, w.person, 'again')).toBe('ended');
});

test('a parked run can be cancelled, and its question is withdrawn', async () => {
  const w = await world({
    script: [call('test_read'), call('test_send', { to: 'eve@example.com' }), { text: 'x' }],
  });
  const run = await w.start();
  await w.until(run, 'parked');
  await w.system.runs.cancel(w.workspace, run, w.person, 'no longer needed');
  await w.until(run, 'ended');
  expect(await w.questions('withdrawn')).toHaveLength(1);
});

test('a used-up budget is told to the model for a tool, and ends the run for the model itself', async () => {
  const calls = await world({
    script: [call('test_read'), call('test_read'), { text: 'fine' }],
    limits: { calls: 1 },
  });
  const first = await calls.start();
  await calls.until(first, 'ended');
  expect(kinds(await calls.entries(first)).filter((kind) => kind === 'call.refused')).toHaveLength(
    1,
  );
  expect((await calls.summary(first))?.result).toMatchObject({ kind: 'answered' });

  const steps = await world({ script: [call('test_read')], limits: { steps: 3 } });
  const second = await steps.start();
  await steps.until(second, 'ended');
  expect((await steps.summary(second))?.result).toMatchObject({
    kind: 'failed',
    code: 'BUDGET_EXHAUSTED',
  });
  expect(
    kinds(await steps.entries(second)).filter((kind) => kind === 'call.intent model.generate'),
  ).toHaveLength(3);
});

test('two starts with one dedupe key are one run', async () => {
  const w = await world({ script: [{ text: 'hi' }] });
  const runs = await Promise.all([
    w.start('go', 'key-1'),
    w.start('go', 'key-1'),
    w.start('go', 'key-1'),
  ]);
  expect(new Set(runs).size).toBe(1);
});

test.each([
  ['test_send', 'unknown', 1],
  ['test_keyed', 'ended', 2],
  ['test_read', 'ended', 2],
] as const)(
  'when the worker dies inside %s, the survivor leaves it %s',
  async (tool, leaves, times) => {
    const acts: string[] = [];
    const began: { resolve?: () => void } = {};
    const started = new Promise<void>((resolve) => {
      began.resolve = resolve;
    });
    const dying = await records.open();
    const script = [
      call(tool, tool === 'test_read' ? {} : { to: 'bob@example.com' }),
      { text: 'done' },
    ];
    const first = await testWorld({
      record: dying,
      script,
      act: ({ call: { id } }) => {
        acts.push(id);
        began.resolve?.();
        return new Promise(() => undefined);
      },
    });
    const run = await first.start('send it to bob@example.com');
    await started;
    // The process is gone: its connections close and nothing more is written.
    await dying.close();
    const survivor = await world({
      of: first,
      script: [script[1] ?? {}],
      act: async ({ call: { id } }) => {
        acts.push(id);
        return { kind: 'done', result: {}, usage: {} };
      },
    });
    await survivor.until(run, leaves === 'unknown' ? 'parked' : 'ended');
    expect(acts).toHaveLength(times);
    expect(new Set(acts).size).toBe(1);
    if (leaves === 'unknown') {
      const question = await openQuestion(survivor);
      expect(question.kind).toBe('unknown');
      await survivor.system.runs.answer(
        survivor.workspace,
        question.id,
        { kind: 'happened' },
        survivor.person,
      );
      await survivor.until(run, 'ended');
      expect(acts).toHaveLength(1);
    }
  },
);

test('fifty runs at once all end, each with its own entries', async () => {
  const w = await world({ script: [call('test_read'), { text: 'done' }], capacity: 64 });
  const runs = await Promise.all(Array.from({ length: 50 }, (_, index) => w.start(`run ${index}`)));
  for (const run of runs) await w.until(run, 'ended');
  expect(new Set(runs).size).toBe(50);
  for (const run of runs) expect(await w.entries(run)).toHaveLength(8);
  expect(w.problems).toEqual([]);
});

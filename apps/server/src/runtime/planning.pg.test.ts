import type { Entry, Explanation, Performed, RecordStore } from '@countersign/contract';
import { afterEach, beforeAll, expect, inject, test } from 'vitest';
import type { Said } from '../powers/testing/actions.ts';
import { testRecords } from '../powers/testing/records.ts';
import { testWorld, type World, type WorldOptions } from '../powers/testing/world.ts';

const records = testRecords();

beforeAll(() => records.start(inject('postgresUrl')));
afterEach(() => records.close());

async function world(
  options: Omit<WorldOptions, 'record'> & { readonly record?: RecordStore },
): Promise<World> {
  const given = options.record ?? (await records.open());
  const made = await testWorld({ planning: 'when-acting', ...options, record: given });
  records.closes({ close: () => made.stop() });
  return made;
}

const BOB = 'bob@example.com';
const plan = (atMost: number): Said => ({
  text: JSON.stringify({
    version: 1,
    slots: [
      {
        ...{ action: 'test.send', atMost },
        arguments: { '/to': { kind: 'one-of', values: [{ kind: 'constant', value: BOB }] } },
      },
    ],
  }),
});
const READ: Said = { calls: [{ tool: 'test_read', args: {} }] };
const sendTo = (...to: string[]): Said => ({
  calls: to.map((one) => ({ tool: 'test_send', args: { to: one } })),
});
const DONE: Said = { text: 'done' };

const kinds = (entries: readonly Entry[]) =>
  entries.map(({ leaf }) =>
    [leaf.kind, leaf.ref['purpose'], leaf.ref['action']].filter(Boolean).join(' '),
  );
const rest = (w: World, run: string) =>
  Promise.race([w.until(run, 'ended'), w.until(run, 'parked')]);
const heldTo = async (w: World) => (await w.questions('open')).map(({ args }) => args['to']);
const placesOf = (entries: readonly Entry[]) =>
  entries.flatMap(({ leaf }) => {
    const place = leaf.ref['place'];
    return leaf.kind === 'call.intent' && typeof place === 'number' ? [place] : [];
  });

test('a contract is written down first, and lets what it says happen unasked after strangers were read', async () => {
  const w = await world({ script: [plan(1), READ, sendTo(BOB), DONE] });
  const run = await w.start();
  await w.until(run, 'ended');
  const entries = await w.entries(run);
  expect(kinds(entries).slice(0, 5)).toEqual([
    'run.started',
    'call.intent plan model.generate',
    'call.outcome',
    'intent.committed',
    'call.intent model.generate',
  ]);
  const committed = entries.find(({ leaf }) => leaf.kind === 'intent.committed');
  expect(committed?.payload).toMatchObject({
    contract: {
      slots: ['test.send', 'test.read', 'test.fetch', 'test.find'].map((action) => ({ action })),
    },
    context: { integrity: 'principal' },
  });
  expect(committed?.leaf.ref['hash']).toEqual(
    (committed?.payload as { hash?: unknown } | undefined)?.hash,
  );
  const sent = entries.find(({ leaf }) => leaf.ref['action'] === 'test.send');
  const told = sent?.payload as unknown as { verdict: Explanation };
  expect(told.verdict.leaves[0]?.endorsedBy).toBe('contract');
  expect(w.problems).toEqual([]);
});

test('a call that the contract does not say is held', async () => {
  const w = await world({ script: [plan(1), READ, sendTo('eve@example.com'), DONE] });
  await rest(w, await w.start());
  expect(await heldTo(w)).toEqual(['eve@example.com']);
});

test.each([
  ['in one turn', [sendTo(BOB, BOB)]],
  ['one after the other', [sendTo(BOB), sendTo(BOB)]],
])('of two calls that want the last place, %s, one is held', async (_, turns) => {
  const w = await world({ script: [plan(1), READ, ...turns, DONE] });
  const run = await w.start();
  await rest(w, run);
  expect(await heldTo(w)).toEqual([BOB]);
  // The slot of reading is another one.
  expect(placesOf(await w.entries(run)).filter((place) => place === 0)).toHaveLength(1);
});

test('two calls have two places', async () => {
  const w = await world({ script: [plan(2), READ, sendTo(BOB, BOB), DONE] });
  await w.until(await w.start(), 'ended');
});

test('a call that was held and denied takes no place', async () => {
  const w = await world({ script: [plan(1), READ, sendTo('eve@example.com'), sendTo(BOB), DONE] });
  const run = await w.start();
  await w.until(run, 'parked');
  const [question] = await w.questions('open');
  const no = { kind: 'deny', reason: 'no' } as const;
  await w.system.runs.answer(w.workspace, question?.id ?? '', no, w.person);
  await w.until(run, 'ended');
  expect(await w.questions('open')).toEqual([]);
});

test('nobody hears the planner while it speaks, and its reply is no turn', async () => {
  const w = await world({ script: [plan(1), DONE] });
  const run = await w.start();
  await w.until(run, 'ended');
  expect((await w.summary(run))?.result).toMatchObject({ kind: 'answered', text: 'done' });
});

test.each([
  ['its reply is no contract', { text: 'Certainly!' }, undefined, 'INTENT_INVALID'],
  ['it finds nothing', { text: '{"version":1,"slots":[]}' }, undefined, 'INTENT_EMPTY'],
  ['no tokens are left for it', plan(1), { tokens: 100 }, 'INTENT_REFUSED'],
] as const)(
  'without a contract, since %s, the run goes on as one',
  async (_, first, limits, code) => {
    const w = await world({
      script: [first, READ, sendTo(BOB), DONE],
      ...(limits ? { limits } : {}),
    });
    const run = await w.start();
    await rest(w, run);
    const entries = await w.entries(run);
    const missing = entries.find(({ leaf }) => leaf.kind === 'intent.missing');
    expect(missing?.leaf.ref['code']).toBe(code);
    if (!limits) expect(await heldTo(w)).toEqual([BOB]);
  },
);

test('a version that does not plan begins with its turn', async () => {
  const w = await world({ planning: 'never', script: [READ, DONE] });
  const run = await w.start();
  await w.until(run, 'ended');
  expect(kinds(await w.entries(run))[1]).toBe('call.intent model.generate');
});

test('a contract and what was taken of it outlive the worker, and the planner is not asked again', async () => {
  const began: { resolve?: () => void } = {};
  const started = new Promise<void>((resolve) => {
    began.resolve = resolve;
  });
  const dying = await records.open();
  const first = await testWorld({
    ...{ record: dying, planning: 'when-acting', script: [plan(2), READ, sendTo(BOB)] },
    act: ({ call: { action } }) => {
      if (action === 'test.send') {
        began.resolve?.();
        return new Promise<Performed>(() => undefined);
      }
      return Promise.resolve({ kind: 'done', result: {}, usage: {} });
    },
  });
  const run = await first.start();
  await started;
  // The process is gone while the first mail is under way.
  await dying.close();
  const survivor = await world({ of: first, script: [sendTo(BOB, BOB), DONE] });
  await survivor.until(run, 'parked');
  const [lost] = await survivor.questions('open');
  expect(lost?.kind).toBe('unknown');
  await survivor.system.runs.answer(
    survivor.workspace,
    lost?.id ?? '',
    { kind: 'happened' },
    survivor.person,
  );
  // One of its two places went to the call whose answer was lost, so one of the next two is held.
  await survivor.until(run, 'parked');
  await expect.poll(() => heldTo(survivor)).toEqual([BOB]);
  const entries = await survivor.entries(run);
  expect(kinds(entries).filter((kind) => kind === 'call.intent plan model.generate')).toHaveLength(
    1,
  );
  expect(kinds(entries).filter((kind) => kind === 'intent.committed')).toHaveLength(1);
  expect(placesOf(entries).filter((place) => place === 0)).toHaveLength(2);
});

test('a worker that dies while the planner is asked leaves it to be asked again', async () => {
  const dying = await records.open();
  const began: { resolve?: () => void } = {};
  const started = new Promise<void>((resolve) => {
    began.resolve = resolve;
  });
  const stuck: RecordStore = {
    ...dying,
    commit: (commit) => {
      if (commit.entries.some(({ kind }) => kind === 'intent.committed')) {
        began.resolve?.();
        return new Promise(() => undefined);
      }
      return dying.commit(commit);
    },
  };
  const first = await testWorld({
    record: stuck,
    planning: 'when-acting',
    script: [plan(1), READ],
  });
  const run = await first.start();
  await started;
  await dying.close();
  const survivor = await world({ of: first, script: [plan(1), READ, sendTo(BOB), DONE] });
  await survivor.until(run, 'ended');
  const entries = await survivor.entries(run);
  expect(kinds(entries).filter((kind) => kind === 'intent.committed')).toHaveLength(1);
});

import {
  type Entry,
  isJsonObject,
  type Message,
  type Performed,
  type QuestionRecord,
} from '@countersign/contract';
import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Said } from '../powers/testing/actions.ts';
import { testRecords } from '../powers/testing/records.ts';
import { testWorld, type World, type WorldOptions } from '../powers/testing/world.ts';

const records = testRecords();

beforeAll(() => records.start(inject('postgresUrl')));
afterEach(() => records.close());

async function world(options: Partial<WorldOptions> & { script: readonly Said[] }): Promise<World> {
  const made = await testWorld({
    onHold: 'go-on',
    ...options,
    record: options.record ?? (await records.open(options.now)),
  });
  records.closes({ close: () => made.stop() });
  return made;
}

const read: Said = { calls: [{ tool: 'test_read', args: {} }] };
const send = (...names: readonly string[]): Said => ({
  calls: names.map((name) => ({ tool: 'test_send', args: { to: `${name}@example.com` } })),
});
const kinds = (entries: readonly Entry[]) =>
  entries.map(
    ({ leaf: { kind, ref } }) => `${kind}${ref['action'] ? ` ${String(ref['action'])}` : ''}`,
  );
const answer = (w: World, { id, callHash }: QuestionRecord, kind: 'approve' | 'deny') =>
  w.system.runs.answer(
    w.workspace,
    id,
    kind === 'approve' ? { kind, callHash } : { kind, reason: 'no' },
    w.person,
  );
const byName = (questions: readonly QuestionRecord[], name: string): QuestionRecord => {
  const found = questions.find(({ args }) => args['to'] === `${name}@example.com`);
  if (!found) throw new Error(`nobody is asked about ${name}`);
  return found;
};
/** Whom something was sent to, in order. */
function postbox() {
  const sent: string[] = [];
  const act: NonNullable<WorldOptions['act']> = async ({ call: { action, args } }) => {
    if (action === 'test.send') sent.push(String(args['to']).split('@')[0] ?? '');
    return { kind: 'done', result: { id: 7 }, usage: {} };
  };
  return { sent, act };
}
/** Resolves when it is called. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe('a run that goes on while people are asked', () => {
  test('parks once for questions of several turns, and tells the truth of each at the end', async () => {
    const { sent, act } = postbox();
    const w = await world({
      act,
      script: [
        read,
        send('eve', 'mallory'),
        send('trent'),
        { text: 'I wait.' },
        { text: 'All told.' },
      ],
    });
    const run = await w.start();
    await w.until(run, 'parked');
    const questions = await w.questions('open');
    expect(questions).toHaveLength(3);
    expect(sent).toEqual([]);
    await answer(w, byName(questions, 'trent'), 'approve');
    await answer(w, byName(questions, 'eve'), 'deny');
    await answer(w, byName(questions, 'mallory'), 'approve');
    await w.until(run, 'ended');
    expect(sent.sort()).toEqual(['mallory', 'trent']);
    expect((await w.summary(run))?.result).toMatchObject({ kind: 'answered', text: 'All told.' });
    const entries = await w.entries(run);
    // One model call after the answers, however many there were.
    expect(kinds(entries).filter((kind) => kind === 'call.intent model.generate')).toHaveLength(5);
    // Each effect stands between its yes and its outcome, and its intent names the yes.
    const approved = entries.flatMap(({ leaf: { kind, ref } }) =>
      kind === 'call.intent' && ref['action'] === 'test.send' ? [ref['approved']] : [],
    );
    expect(approved.sort()).toEqual(
      [byName(questions, 'trent').id, byName(questions, 'mallory').id].sort(),
    );
    expect(w.problems).toEqual([]);
  });

  test('performs what was approved while another call runs, and does not park before both are over', async () => {
    const reading = gate();
    const { sent, act } = postbox();
    const w = await world({
      script: [read, send('eve'), read, { text: 'I wait.' }, { text: 'Done.' }],
      act: async (granted, signal) => {
        if (granted.call.action === 'test.read' && granted.call.id.endsWith('.5'))
          await reading.opened;
        return act(granted, signal);
      },
    });
    const run = await w.start();
    for (let look = 0; (await w.questions('open')).length === 0 && look < 400; look++)
      await new Promise((resolve) => setTimeout(resolve, 10));
    const [question] = await w.questions('open');
    if (!question) throw new Error('no question is open');
    expect((await w.summary(run))?.status).toBe('running');
    await answer(w, question, 'approve');
    for (let look = 0; sent.length === 0 && look < 400; look++)
      await new Promise((resolve) => setTimeout(resolve, 10));
    expect(sent).toEqual(['eve']);
    reading.open();
    await w.until(run, 'ended');
    expect((await w.summary(run))?.result).toMatchObject({ text: 'I wait.' });
    expect(w.problems).toEqual([]);
  });

  test('asks nobody twice for the same wish', async () => {
    const { sent, act } = postbox();
    const w = await world({
      act,
      script: [read, send('eve', 'eve'), send('eve'), { text: 'I wait.' }, { text: 'Done.' }],
    });
    const run = await w.start();
    await w.until(run, 'parked');
    const questions = await w.questions('open');
    expect(questions).toHaveLength(1);
    await answer(w, byName(questions, 'eve'), 'approve');
    await w.until(run, 'ended');
    expect(sent).toEqual(['eve']);
  });

  test('denies what nobody answers in time, and says so to the model', async () => {
    let skew = 0;
    const w = await world({
      script: [read, send('eve', 'mallory'), { text: 'I wait.' }, { text: 'Given up.' }],
      questionTtlMs: 60_000,
      now: () => Date.now() + skew,
    });
    const run = await w.start();
    await w.until(run, 'parked');
    skew = 61_000;
    w.system.worker?.poke(run, 0);
    await w.until(run, 'ended');
    expect(await w.questions('expired')).toHaveLength(2);
    expect((await w.summary(run))?.result).toMatchObject({ text: 'Given up.' });
  });

  test('withdraws all its questions when it is cancelled', async () => {
    const w = await world({ script: [read, send('eve', 'mallory'), { text: 'I wait.' }] });
    const run = await w.start();
    await w.until(run, 'parked');
    await w.system.runs.cancel(w.workspace, run, w.person, 'enough');
    await w.until(run, 'ended');
    expect(await w.questions('withdrawn')).toHaveLength(2);
  });

  test('is held to its limit of questions: what is beyond it is refused, and what was asked stays asked', async () => {
    const { sent, act } = postbox();
    const w = await world({
      act,
      limits: { questions: 2 },
      script: [read, send('eve', 'mallory', 'trent'), { text: 'I wait.' }, { text: 'Done.' }],
    });
    const run = await w.start();
    await w.until(run, 'parked');
    const questions = await w.questions('open');
    expect(questions).toHaveLength(2);
    for (const question of questions) await answer(w, question, 'approve');
    await w.until(run, 'ended');
    expect(sent).toHaveLength(2);
  });

  test('does what people said yes to although the model may not be asked any more', async () => {
    const { sent, act } = postbox();
    const w = await world({ act, limits: { steps: 2 }, script: [read, send('eve')] });
    const run = await w.start();
    await w.until(run, 'parked');
    await answer(w, byName(await w.questions('open'), 'eve'), 'approve');
    await w.until(run, 'ended');
    expect(sent).toEqual(['eve']);
    expect((await w.summary(run))?.result).toMatchObject({
      kind: 'failed',
      code: 'BUDGET_EXHAUSTED',
    });
  });

  test('goes on in another process after the worker dies inside an approved call', async () => {
    const dying = await records.open();
    const acts: string[] = [];
    const began = gate();
    const script = [read, send('eve', 'mallory'), { text: 'I wait.' }];
    const first = await testWorld({
      ...{ record: dying, script, onHold: 'go-on' },
      act: async ({ call: { action, id } }): Promise<Performed> => {
        if (action !== 'test.send') return { kind: 'done', result: {}, usage: {} };
        acts.push(id);
        began.open();
        return new Promise(() => undefined);
      },
    });
    const run = await first.start();
    await first.until(run, 'parked');
    await answer(first, byName(await first.questions('open'), 'eve'), 'approve');
    await began.opened;
    await dying.close();
    const survivor = await world({ of: first, script: [{ text: 'Told.' }], act: postbox().act });
    for (let look = 0; look < 400; look++) {
      if ((await survivor.questions('open')).some(({ kind }) => kind === 'unknown')) break;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    await survivor.until(run, 'parked');
    const open = await survivor.questions('open');
    expect(open.map(({ kind }) => kind).sort()).toEqual(['call', 'unknown']);
    const lost = open.find(({ kind }) => kind === 'unknown');
    await survivor.system.runs.answer(
      survivor.workspace,
      lost?.id ?? '',
      { kind: 'happened' },
      survivor.person,
    );
    await answer(
      survivor,
      byName(
        open.filter(({ kind }) => kind === 'call'),
        'mallory',
      ),
      'deny',
    );
    await survivor.until(run, 'ended');
    expect(acts).toHaveLength(1);
    expect(survivor.problems).toEqual([]);
  });
});

test('what is told late comes with its own label, and what is said after it has that', async () => {
  const asked: (readonly Message[])[] = [];
  const { act } = postbox();
  const w = await world({
    act,
    script: [read, send('eve'), { text: 'I wait.' }, { text: 'Done.' }],
    onAsk: (request) => asked.push(request.messages),
  });
  const run = await w.start();
  await w.until(run, 'parked');
  await answer(w, byName(await w.questions('open'), 'eve'), 'approve');
  await w.until(run, 'ended');
  const late = asked.at(-1)?.at(-1);
  expect(late).toMatchObject({ role: 'tool', late: true, label: { integrity: 'untrusted' } });
  expect(late?.role === 'tool' && isJsonObject(late.content) && late.content['id']).toBe(7);
  for (const messages of asked)
    expect(messages.filter(({ role }) => role === 'user')).toHaveLength(1);
});

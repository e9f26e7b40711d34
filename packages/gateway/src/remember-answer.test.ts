import type { Missing, Question } from '@countersign/contract';
import { expect, test } from 'vitest';
import { ACTOR } from './conformance/sample.ts';
import { rememberedBy } from './remember-answer.ts';

const CALL = {
  actor: ACTOR,
  connection: 'con_1',
  args: { to: ['bob@example.com'], body: 'See https://a.example' },
};
const TO: Missing = {
  pointer: '/to/0',
  value: 'bob@example.com',
  sink: 'dest',
  because: 'unendorsed',
  origin: [],
};

function questionWith(missing: Missing, more: Partial<Question> = {}): Question {
  return {
    ...{ id: 'qst_1', run: 'run_1', call: 'run_1.1', callHash: 'a'.repeat(64), kind: 'call' },
    ...{ action: 'mail.send', effect: 'send', sentence: '', args: CALL.args, missing: [missing] },
    ...{ askedAt: 1, expiresAt: 2, requestedBy: 'usr_ann' },
    ...more,
  } as Question;
}

const yes = (...places: number[]) =>
  ({
    kind: 'approve',
    callHash: 'a'.repeat(64),
    remember: places.map((missing) => ({ missing, days: 30 as const })),
  }) as const;

test('an approval makes a permission of the value it names, for this agent, action, connection and argument', () => {
  expect(rememberedBy(questionWith(TO), yes(0), CALL)).toEqual({
    kind: 'remembered',
    drafts: [
      {
        agent: ACTOR.agent,
        action: 'mail.send',
        connection: 'con_1',
        pointer: '/to/*',
        allows: { kind: 'exact', value: 'bob@example.com' },
        weekly: null,
        days: 30,
        asked: { question: 'qst_1', run: 'run_1' },
      },
    ],
  });
});

test('an answer that names nothing makes none', () => {
  const none = { kind: 'remembered', drafts: [] };
  expect(rememberedBy(questionWith(TO), yes(), CALL)).toEqual(none);
  expect(rememberedBy(questionWith(TO), { kind: 'deny', reason: '' }, CALL)).toEqual(none);
});

test.each<[what: string, question: Question, places: readonly number[]]>([
  ['a place that the question has not', questionWith(TO), [1]],
  ['the same place twice', questionWith(TO), [0, 0]],
  ['a right', questionWith({ ...TO, sink: 'auth' }), [0]],
  ['the platform', questionWith({ ...TO, sink: 'ctl' }), [0]],
  ['the whole call', questionWith({ ...TO, pointer: '', value: null, sink: null }), [0]],
  ['who may read it', questionWith({ ...TO, because: 'readers' }), [0]],
  ['what a policy asks about', questionWith({ ...TO, because: 'policy' }), [0]],
  ['what cannot be undone', questionWith({ ...TO, because: 'irreversible' }), [0]],
  ['what destroys', questionWith(TO, { effect: 'destroy' }), [0]],
  [
    'a link within a text',
    questionWith({ ...TO, pointer: '/body', value: 'https://a.example' }),
    [0],
  ],
  ['a value that the call has not', questionWith({ ...TO, value: 'eve@example.com' }), [0]],
])('%s is not remembered', (_, question, places) => {
  expect(rememberedBy(question, yes(...places), CALL).kind).toBe('misfit');
});

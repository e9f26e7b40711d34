import type { EntryKind, Json, JsonObject } from '@countersign/contract';
import { expect, test } from 'vitest';
import { createCallOrder, createFindings } from './index.ts';

type Step = readonly [kind: EntryKind, ref?: JsonObject, payload?: Json, call?: string];

/** Codes of what is found in entries of the call `run_a.1`, with their indexes. */
function found(...steps: readonly Step[]): readonly (readonly [string, number | null])[] {
  const findings = createFindings();
  const order = createCallOrder(findings);
  for (const [index, [kind, ref = {}, payload = null, call = 'run_a.1']] of steps.entries()) {
    const leaf = {
      v: 1,
      workspace: 'ws_a',
      time: 0,
      kind,
      run: 'run_a',
      call,
      ref: { ...ref },
      payload: null,
    } as const;
    // A leaf's type is its schema's, with mutable records.
    order.entry(index, leaf as Parameters<typeof order.entry>[1], () => payload);
  }
  return findings.list.map(({ code, index }) => [code, index]);
}

const intent: Step = ['call.intent', { attempt: 1 }];
const once: Step = ['call.intent', { attempt: 2 }, { repeat: 'once' }];
const outcome = (kind: string): Step => ['call.outcome', { outcome: kind }];
const answered: Step = ['question.answered'];

test.each<[string, readonly Step[]]>([
  ['an intent and what came of it', [intent, outcome('done')]],
  ['a failure that is tried again', [intent, outcome('failed'), intent, outcome('done')]],
  ['a call that was cancelled before anything was meant', [outcome('cancelled')]],
  [
    'a lost answer, and a person who says that it happened',
    [once, outcome('unknown'), answered, outcome('done')],
  ],
  [
    'a lost answer, and a person who wants it done again',
    [once, outcome('unknown'), answered, once, outcome('done')],
  ],
  [
    'a lost answer, and nobody who said anything in time',
    [
      once,
      ['call.outcome', { outcome: 'unknown', question: 'qst_a' }],
      ['question.answered', { question: 'qst_a' }, null, ''],
      outcome('failed'),
    ],
  ],
  ['a lost answer of what may be repeated', [intent, outcome('unknown'), intent, outcome('done')]],
  ['an intent that a crash left open', [intent]],
  [
    'calls that run side by side',
    [
      intent,
      ['call.intent', {}, null, 'run_a.2'],
      outcome('done'),
      ['call.outcome', { outcome: 'done' }, null, 'run_a.2'],
    ],
  ],
  [
    'an outcome whose leaf does not say its kind, but its payload does',
    [['call.outcome', {}, { outcome: { kind: 'cancelled' } }]],
  ],
])('%s is in order', (_, steps) => {
  expect(found(...steps)).toEqual([]);
});

test.each<[string, readonly Step[], readonly (readonly [string, number])[]]>([
  ['an effect without an intent', [outcome('done')], [['OUTCOME_WITHOUT_INTENT', 0]]],
  ['a failure without an intent', [outcome('failed')], [['OUTCOME_WITHOUT_INTENT', 0]]],
  [
    'an outcome of which nothing is known, without an intent',
    [['call.outcome']],
    [['OUTCOME_WITHOUT_INTENT', 0]],
  ],
  [
    'an outcome before its intent',
    [outcome('done'), intent],
    [
      ['OUTCOME_WITHOUT_INTENT', 0],
      ['OUTCOME_BEFORE_INTENT', 1],
    ],
  ],
  [
    'two outcomes of one intent',
    [intent, outcome('failed'), outcome('done')],
    [['OUTCOME_REPEATED', 2]],
  ],
  [
    'a second outcome after a lost answer that nobody was asked about',
    [intent, outcome('unknown'), outcome('done')],
    [['OUTCOME_REPEATED', 2]],
  ],
  ['two intents of one outcome', [intent, intent, outcome('done')], [['INTENT_REPEATED', 1]]],
  [
    'an intent after the call was done',
    [intent, outcome('done'), intent],
    [['INTENT_AFTER_DONE', 2]],
  ],
  [
    'a call that may happen once, repeated unasked',
    [once, outcome('unknown'), once],
    [['INTENT_UNASKED', 2]],
  ],
  [
    'an intent of another call',
    [['call.intent', {}, null, 'run_a.2'], outcome('done')],
    [['OUTCOME_WITHOUT_INTENT', 1]],
  ],
])('%s is found', (_, steps, codes) => {
  expect(found(...steps)).toEqual(codes);
});

import type { IntentWidening, RunEvent } from '@countersign/contract';
import { expect, it } from 'vitest';
import { fold, isAgreed, type TurnState } from './index.ts';
import { done, reply, run, started } from './testing/events.ts';

const WIDENING: IntentWidening = {
  ...{ action: 'mail.send', connection: null, fixed: { '/to': 'ann' }, open: [] },
  ...{ atMost: 2, by: 'usr_1', question: 'qst_1' },
};
const widened: RunEvent = { kind: 'intent.widened', widening: WIDENING };

function agreed(): TurnState {
  const state = run(started, reply('run_1.0', '', ['mail_send']));
  const slot = { action: 'mail.send', atMost: 1, arguments: {} };
  const intent = {
    ...{ contract: { version: 1 as const, slots: [slot] }, context: state.context, used: [0] },
  };
  return { ...state, intent };
}

it('stands after the slots, with none of its places taken, and changes nothing else', () => {
  const before = agreed();
  const once = fold(before, widened);
  expect(once).toEqual({
    ...before,
    intent: { ...before.intent, used: [0, 0], widened: [WIDENING] },
  });
  expect(fold(once, widened).intent).toMatchObject({ used: [0, 0, 0], widened: [{}, {}] });
});

it('has its places taken by outcomes that say so', () => {
  const taken = { ...done('run_1.1', {}), place: 1 } as RunEvent;
  expect(fold(fold(agreed(), widened), taken).intent?.used).toEqual([0, 1]);
});

it('adds to nothing where nothing was agreed', () => {
  const state = run(started);
  expect(fold(state, widened)).toEqual(state);
  expect([isAgreed(state), isAgreed(agreed())]).toEqual([false, true]);
});

import { label, MOST_DELEGATIONS, type Variable } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import type { TurnState } from '../state.ts';
import { chargedDelegation, passToChild } from './wish.ts';

const PRIVATE = label('untrusted', ['usr_a'], ['call_1']);

function held(value: Variable['value']): readonly Variable[] {
  return [{ name: 'mail_read_1', call: 'run_1/1', value, label: PRIVATE, leaves: {} }];
}

describe('what is held shapes no child', () => {
  test.each([
    ['limits', { limits: { calls: '$mail_read_1/pin' } }],
    ['tools', { tools: ['$mail_read_1/tool'] }],
    ['agent', { agent: '$mail_read_1/tool' }],
    ['a place that there is not', { other: '$mail_read_1/pin' }],
  ])('in %s', (_, shape) => {
    const variables = held({ pin: 734, tool: 'http_fetch' });
    const alone = passToChild({ task: 'Look.', ...shape }, variables);
    const beside = passToChild({ task: 'Look.', about: ['$mail_read_1'], ...shape }, variables);
    for (const passed of [alone, beside])
      expect(passed).toEqual({ problem: expect.stringContaining('write those yourself') });
  });

  test('in its task and in what it is about it has its label', () => {
    const passed = passToChild(
      { task: '$mail_read_1/tool', about: ['$mail_read_1/pin'], limits: { calls: 3 } },
      held({ pin: 734, tool: 'http_fetch' }),
    );
    expect(passed).toMatchObject({
      args: { task: 'http_fetch', about: ['734'], limits: { calls: 3 } },
      leaves: { '/task': PRIVATE, '/about/0': PRIVATE },
    });
  });
});

test('a run delegates as often as it may, counted by wishes, and is told the way out after', () => {
  // Nothing else of a state is looked at.
  let state = {} as TurnState;
  for (let wish = 0; wish < MOST_DELEGATIONS; wish++) {
    const charged = chargedDelegation(state);
    if ('problem' in charged) throw new Error(`refused after ${wish}`);
    state = charged;
  }
  expect(chargedDelegation(state)).toEqual({
    problem: expect.stringContaining('Do the rest yourself'),
  });
});

import type { JsonObject, Sink, StandingPermission, Verdict } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { ACTOR, actionOf, NOW, SEND, sample, spoken, TAINTED } from './conformance/sample.ts';
import { explain } from './explain.ts';
import { decide } from './judge.ts';

const PERMISSION: StandingPermission = {
  id: 'prm_1',
  agent: ACTOR.agent,
  action: 'mail.send',
  connection: null,
  pointer: '/to/*',
  allows: { kind: 'exact', value: 'bob@example.com' },
  weekly: null,
  question: 'qst_1',
  createdAt: NOW - 1_000,
  createdBy: 'usr_bea',
  expiresAt: NOW + 1,
};

function send(changed: Partial<StandingPermission>, to = 'bob@example.com', call = {}): Verdict {
  const { call: made, situation } = sample(SEND, {
    args: { to: [to] },
    context: TAINTED,
    call,
    situation: { standing: [{ ...PERMISSION, ...changed }] },
  });
  return decide(made, situation);
}

describe('a standing permission', () => {
  test('lets its value pass without a question, and is named in the explanation', () => {
    const verdict = send({});
    expect(verdict.kind).toBe('allowed');
    expect(verdict.why.leaves[0]).toMatchObject({ endorsedBy: 'standing', permission: 'prm_1' });
    expect(explain(verdict)).toContain('prm_1');
  });

  test('is good for the value at another place of the same list', () => {
    const { call, situation } = sample(SEND, {
      args: { to: ['ann@example.com', 'bob@example.com'] },
      context: TAINTED,
      said: 'Send it to ann@example.com',
      situation: { standing: [PERMISSION] },
    });
    expect(decide(call, situation).kind).toBe('allowed');
  });

  test.each<[what: string, changed: Partial<StandingPermission>]>([
    ['another agent', { agent: 'agt_2' }],
    ['another action', { action: 'mail.draft' }],
    ['another connection', { connection: 'con_1' }],
    ['another argument', { pointer: '/cc/*' }],
    ['one place of the list instead of the list', { pointer: '/to/0' }],
    ['a value that differs by one byte', { allows: { kind: 'exact', value: 'bob@example.con' } }],
    ['a value in other letters', { allows: { kind: 'exact', value: 'Bob@example.com' } }],
    ['a number', { allows: { kind: 'at-most', most: 100 } }],
    ['a time that has passed', { expiresAt: NOW }],
  ])('for %s vouches for nothing', (_, changed) => {
    expect(send(changed).kind).toBe('held');
  });

  test('of another connection than the call goes through vouches for nothing', () => {
    expect(send({}, 'bob@example.com', { connection: 'con_1' }).kind).not.toBe('allowed');
  });

  test.each(['bob@example.com ', 'bob@example.co', 'b\u043eb@example.com'])(
    'does not let %j pass for its value',
    (to) => {
      expect(send({}, to).kind).not.toBe('allowed');
    },
  );

  test('does not widen who may read what is sent', () => {
    const { call, situation } = sample(SEND, {
      args: { to: ['bob@example.com'], body: 'What Ann alone may read' },
      context: TAINTED,
      situation: {
        standing: [
          PERMISSION,
          {
            ...PERMISSION,
            pointer: '/body',
            allows: { kind: 'exact', value: 'What Ann alone may read' },
          },
        ],
      },
    });
    const verdict = decide(call, situation);
    expect(verdict.kind === 'held' && verdict.missing.map(({ because }) => because)).toEqual([
      'readers',
    ]);
  });

  test('is not drawn on where the message names the value itself', () => {
    const { call, situation } = sample(SEND, {
      args: { to: ['bob@example.com'] },
      context: TAINTED,
      situation: { standing: [PERMISSION], material: [spoken('Write to bob@example.com')] },
    });
    expect(decide(call, situation).why.leaves[0]?.endorsedBy).toBe('trusted-match');
  });
});

function act(sink: Sink, effect: 'write' | 'destroy'): Verdict {
  const args: JsonObject = { it: 'thing-1' };
  const { call, situation } = sample(actionOf(effect, { '/it': sink }), {
    args,
    context: TAINTED,
    situation: {
      standing: [
        {
          ...PERMISSION,
          action: 'sample.act',
          pointer: '/it',
          allows: { kind: 'exact', value: 'thing-1' },
        },
      ],
    },
  });
  return decide(call, situation);
}

describe('whatever is stored, a standing permission', () => {
  test('lets an object be changed', () => {
    expect(act('sel', 'write').kind).toBe('allowed');
  });
  test('lets nothing be destroyed', () => {
    const verdict = act('sel', 'destroy');
    expect(verdict.kind).toBe('held');
    // Not even named, and so not drawn on: what destroys is asked about as if nothing stood.
    expect(verdict.why.leaves[0]).not.toHaveProperty('permission');
    expect(verdict.why.leaves[0]?.endorsedBy).toBeNull();
  });
  test('gives no rights', () => {
    expect(act('auth', 'write').kind).toBe('held');
  });
  test('changes nothing of the platform', () => {
    expect(act('ctl', 'write').kind).not.toBe('allowed');
  });
});

describe('a bound', () => {
  const pay = (amount: number) => {
    const action = actionOf(
      'write',
      {},
      {
        input: {
          type: 'object',
          properties: { amount: { type: 'number', minimum: -1e9, maximum: 1e9 } },
          additionalProperties: false,
        },
        sinks: { '/amount': 'val' },
      },
    );
    const { call, situation } = sample(action, {
      args: { amount },
      context: TAINTED,
      situation: {
        standing: [
          {
            ...PERMISSION,
            action: 'sample.act',
            pointer: '/amount',
            allows: { kind: 'at-most', most: 100 },
          },
        ],
      },
    });
    return decide(call, situation).kind;
  };
  test.each([0, 1, 99.99, 100])('of 100 lets %d pass', (amount) => {
    expect(pay(amount)).toBe('allowed');
  });
  test.each([100.01, 101, -1, 1.001, 1e9])('of 100 does not let %d pass', (amount) => {
    expect(pay(amount)).toBe('held');
  });
});

import type { Approval, Call, Verdict } from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actionOf, sample } from './conformance/sample.ts';
import { decide, policiesOf, questionOf, unknownQuestionOf } from './index.ts';

const ACTION = actionOf('send', { '/to': 'content' });
const AGENTS = '@id("agents") permit (principal is AgentVersion, action, resource);';
const PEOPLE = '@id("people") permit (principal is Person, action, resource);';
const wanting = (n: number, who = 'is Person', act = 'send') =>
  `@approvals("${n}") permit (principal ${who}, action == Action::"${act}", resource);`;

function under(text: string) {
  const { call, situation } = sample(ACTION, { args: { to: 'ann' } });
  const policies = policiesOf(text);
  return {
    call,
    decided: (approval: Approval | null = null) =>
      decide(call, { ...situation, policies, approval }),
  };
}

const hashOf = (verdict: Verdict) => (verdict.kind === 'held' ? verdict.callHash : '');
const by = (callHash: string, ...people: readonly string[]): Approval => {
  const [last = 'usr_1', ...also] = people.toReversed();
  return { question: 'qst_1', callHash, by: last, also };
};

describe('a policy that wants several people', () => {
  it('has each call asked about, of as many', () => {
    const verdict = under(`${AGENTS}${PEOPLE}${wanting(2)}`).decided();
    expect(verdict).toMatchObject({
      kind: 'held',
      missing: [{ because: 'policy' }],
      why: { approvals: 2 },
    });
  });

  it('is outdone by one that wants more, for the person or for the agent', () => {
    for (const text of [
      `${wanting(2)}${wanting(4)}${AGENTS}`,
      `${wanting(2)}${wanting(4, 'is AgentVersion')}`,
      `@ask("always") ${PEOPLE}${wanting(4, 'is AgentVersion')}${AGENTS}`,
    ])
      expect(under(text).decided().why.approvals).toBe(4);
  });

  it('says nothing of what it does not permit', () => {
    const text = `${AGENTS}${PEOPLE}${wanting(3, 'is Person', 'destroy')}`;
    const verdict = under(text).decided();
    expect(verdict.kind).toBe('allowed');
    expect(verdict.why).not.toHaveProperty('approvals');
  });

  it('lets a call pass by as many different people as it wants, and by no fewer', () => {
    const people = fc.array(fc.constantFrom('usr_1', 'usr_2', 'usr_3', 'usr_4', 'usr_5', 'usr_6'), {
      ...{ minLength: 1, maxLength: 8 },
    });
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 5 }), people, (needed, said) => {
        const { decided } = under(`${AGENTS}${wanting(needed)}`);
        const verdict = decided(by(hashOf(decided()), ...said));
        const isEnough = new Set(said).size >= needed;
        expect(verdict).toMatchObject(
          isEnough ? { kind: 'allowed' } : { kind: 'refused', code: 'APPROVALS_MISSING' },
        );
      }),
    );
  });

  it('refuses an approval that stands with one name, though its hash is the call’s', () => {
    const { decided } = under(`${AGENTS}${wanting(2)}`);
    const forged = { question: 'qst_1', callHash: hashOf(decided()), by: 'usr_1' };
    expect(decided(forged)).toMatchObject({
      ...{ kind: 'refused', code: 'APPROVALS_MISSING' },
      reason: expect.stringMatching(/2 different people.*names 1/),
    });
  });

  it('asks again where the approval was given under another text', () => {
    const before = under(`${AGENTS}@ask("always") ${PEOPLE}`);
    const { decided } = under(`${AGENTS}${wanting(2)}`);
    expect(decided(by(hashOf(before.decided()), 'usr_1', 'usr_2')).kind).toBe('held');
  });
});

describe('the question of such a call', () => {
  const asking = { id: 'qst_1', now: 1, ttlMs: 2, descriptor: ACTION };

  it('says how many it needs, also where the answer was lost', () => {
    const { call, decided } = under(`${AGENTS}${wanting(3)}`);
    const verdict = decided() as Extract<Verdict, { kind: 'held' }>;
    const { approvals } = verdict.why;
    expect(questionOf(call, verdict, { ...asking, approvals }).approvals).toBe(3);
    expect(unknownOf(call, approvals).approvals).toBe(3);
  });

  it('says nothing where one person is enough', () => {
    const { call, decided } = under(`${AGENTS}@ask("always") ${PEOPLE}`);
    const verdict = decided() as Extract<Verdict, { kind: 'held' }>;
    const { approvals } = verdict.why;
    expect(questionOf(call, verdict, { ...asking, approvals })).not.toHaveProperty('approvals');
    expect(unknownOf(call, approvals)).not.toHaveProperty('approvals');
  });

  function unknownOf(call: Call, approvals: number | undefined) {
    return unknownQuestionOf(call, 'a'.repeat(64), { ...asking, approvals });
  }
});

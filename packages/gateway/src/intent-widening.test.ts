import {
  type Answer,
  type Call,
  type CommittedIntent,
  type IntentWidening,
  type JsonObject,
  label,
  type Question,
  type Verdict,
} from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actionOf, sample, TAINTED } from './conformance/sample.ts';
import { decide, fitOf, questionOf, registerActions, vouchedBy, widenedBy } from './index.ts';

const SINKS = { '/to/*': 'dest', '/item': 'sel', '/sum': 'val', '/note': 'content' } as const;
const PAY = actionOf('write', SINKS);
/** Of a run that has read what anybody may read. */
const READ = label('untrusted', 'public', ['page_1#/text']);
const SEEN = { to: ['ann'], item: 'i1', sum: '10', note: 'hello' };
/** A contract that asks for nothing of the kind: every tainted call is beyond it. */
const INTENT: CommittedIntent = {
  ...{ contract: { version: 1, slots: [] }, context: label('principal'), used: [] },
};

const registered = (action = PAY) => {
  const found = registerActions([action]).get(action.id);
  if (!found) throw new Error('it was just registered');
  return found;
};

/** A call as it is held, with what a yes to it and to more like it says. */
function held(args: JsonObject = SEEN, action = PAY) {
  const { call, situation } = sample(action, { args, context: READ });
  const outside = { ...situation, intent: INTENT };
  const verdict = decide(call, outside) as Extract<Verdict, { kind: 'held' }>;
  const asking = { id: 'qst_1', now: 1, ttlMs: 2, descriptor: action };
  const question = questionOf(call, verdict, asking);
  const yes = (more: number): Answer => ({ kind: 'approve', callHash: verdict.callHash, more });
  return { call, situation: outside, question, yes, action: registered(action) };
}

function widened(one = held(), more = 2): IntentWidening {
  const found = widenedBy(one.question, one.yes(more), 'usr_1', one.call, one.action);
  if (found.kind !== 'widened' || found.widening === null) throw new Error('nothing was added');
  return found.widening;
}

/** The verdict on another call of the run after a person has said yes, and to more like it. */
function verdictOn(args: JsonObject, used = 0, change: Partial<Call> = {}) {
  const one = held();
  const { endorsements } = vouchedBy(one.question, one.yes(2), 'usr_1', one.call);
  const call = { ...one.call, id: 'run_1.9', args, ...change };
  const intent = { ...INTENT, used: [used], widened: [widened(one)] };
  return decide(call, { ...one.situation, endorsements, intent });
}

describe('a contract that a person has widened', () => {
  it('lets as many calls like the one they saw pass as they said, and holds the next', () => {
    expect(held().question.missing.map(({ pointer }) => pointer)).toContain('');
    expect([verdictOn(SEEN, 0).kind, verdictOn(SEEN, 1).kind, verdictOn(SEEN, 2).kind]).toEqual([
      ...['allowed', 'allowed', 'held'],
    ]);
  });

  it('lets nothing pass whose destination, object or amount is another, or in another number', () => {
    const word = fc.constantFrom('ann', 'bob', '', 'i1', 'i2', 'Ann');
    const args = fc.record(
      {
        to: fc.array(word, { maxLength: 3 }),
        item: word,
        sum: fc.constantFrom('10', '11', '', '-10'),
        note: word,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(args, (wanted) => {
        const { note: _, ...decides } = wanted;
        const { note: __, ...seen } = SEEN;
        const isSame = JSON.stringify(decides) === JSON.stringify(seen);
        const { action, call, situation } = held();
        const intent = { ...INTENT, used: [0], widened: [widened()] };
        const fit = fitOf({ ...call, args: wanted as JsonObject }, action, {
          ...{ actions: situation.actions, earlier: [], connection: null, intent },
        });
        expect(fit.kind).toBe(isSame ? 'widened' : 'outside');
        if (!isSame) expect(verdictOn(wanted as JsonObject).kind).not.toBe('allowed');
      }),
      { numRuns: 400, examples: [[{ to: ['ann'], item: 'i1', sum: '10', note: 'bob' }]] },
    );
  });

  it('says nothing of another tool, another connection, or text in a place that was not there', () => {
    const { call, action, situation } = held();
    const fitting = (change: Partial<Call>, args: JsonObject = SEEN) =>
      fitOf({ ...call, ...change, args }, action, {
        ...{ actions: situation.actions, earlier: [], connection: null },
        intent: { ...INTENT, used: [0], widened: [widened()] },
      }).kind;
    expect(fitting({})).toBe('widened');
    expect(fitting({ action: 'other.act' })).toBe('outside');
    expect(fitting({ connection: 'con_2' })).toBe('outside');
    const { note: _, ...bare } = SEEN;
    expect(fitting({}, bare)).toBe('widened');
    const without = widened(held(bare));
    expect(
      fitOf(call, action, {
        ...{ actions: situation.actions, earlier: [], connection: null },
        intent: { ...INTENT, used: [0], widened: [without] },
      }).kind,
    ).toBe('outside');
  });

  it('vouches for no value by itself: that is the person’s word for what was in doubt', () => {
    const one = held();
    const intent = { ...INTENT, used: [0], widened: [widened(one)] };
    const verdict = decide({ ...one.call, id: 'run_1.9' }, { ...one.situation, intent });
    expect(verdict.kind === 'held' && verdict.missing.map(({ pointer }) => pointer)).toEqual(
      one.question.missing.map(({ pointer }) => pointer).filter((pointer) => pointer !== ''),
    );
  });

  it('is void where the contract is', () => {
    const { call, action, situation } = held();
    const intent = { ...INTENT, context: TAINTED, used: [0], widened: [widened()] };
    expect(
      fitOf(call, action, {
        ...{ actions: situation.actions, earlier: [], connection: null, intent },
      }).kind,
    ).toBe('none');
  });
});

describe('more calls', () => {
  const refused = (one: ReturnType<typeof held>, more = 2) => {
    const found = widenedBy(one.question, one.yes(more), 'usr_1', one.call, one.action);
    return found.kind === 'misfit' ? found.reason : null;
  };

  it('are added by an approval that says so, and by nothing else', () => {
    const { question, call, action, yes } = held();
    for (const answer of [
      yes(0),
      { kind: 'deny', reason: '' },
      { kind: 'edit', callHash: '', args: {} },
    ] as const)
      expect(widenedBy(question, answer, 'usr_1', call, action)).toEqual({
        ...{ kind: 'widened', widening: null },
      });
  });

  it('are refused beyond a number, and where a part of one is meant', () => {
    for (const more of [-1, 1.5, 21, Number.NaN]) expect(refused(held(), more)).toMatch(/Up to 20/);
    expect(refused(held(), 20)).toBeNull();
  });

  it('are refused for what destroys, gives rights or is interpreted', () => {
    expect(refused(held(SEEN, actionOf('destroy', SINKS)))).toMatch(/destroys/);
    for (const sink of ['auth', 'code'] as const)
      expect(refused(held(SEEN, actionOf('write', { ...SINKS, '/item': sink })))).toMatch(/Rights/);
  });

  it('are refused where a policy asks each time, and where the call is within the contract', () => {
    const one = held();
    const [first] = one.question.missing;
    const about = (missing: Question['missing']) =>
      refused({ ...one, question: { ...one.question, missing } });
    const whole = { ...{ pointer: '', value: null, sink: null, origin: [] } };
    expect(first).toBeDefined();
    expect(about([...one.question.missing, { ...whole, because: 'policy' }])).toMatch(/policy/);
    expect(about(one.question.missing.filter(({ pointer }) => pointer !== ''))).toMatch(/within/);
  });
});

import { type Answer, type JsonObject, label, type Question } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { actionOf, CLEAN, SEND, sample, spoken, TAINTED } from './conformance/sample.ts';
import { decide, questionOf, vouchedBy } from './index.ts';

const ARGS = { to: ['ann@example.com', 'bob@evil.test'], subject: 'Hi', body: 'The code is 1234' };
const asking = { id: 'qst_1', now: 0, ttlMs: 60_000, descriptor: SEND };
const HASH = 'a'.repeat(64);

function asked(args: JsonObject = ARGS) {
  const { call, situation } = sample(SEND, { args, context: TAINTED });
  const verdict = decide(call, situation);
  if (verdict.kind !== 'held') throw new Error('the sample is held');
  const question: Question = questionOf(call, verdict, asking);
  return { call, situation, question, callHash: verdict.callHash };
}

describe('approving', () => {
  it('vouches for each value that was in doubt, wherever it stands in its list', () => {
    const { call, question } = asked();
    const { endorsements, leaves } = vouchedBy(
      question,
      { kind: 'approve', callHash: HASH },
      'usr_bob',
      call,
    );
    expect(leaves).toEqual({});
    const rest = { action: 'mail.send', connection: null, by: 'usr_bob', question: 'qst_1' };
    expect(endorsements).toEqual([
      { ...rest, pointer: '/to/*', value: 'ann@example.com' },
      { ...rest, pointer: '/to/*', value: 'bob@evil.test' },
      { ...rest, pointer: '/subject', value: 'Hi' },
      { ...rest, pointer: '/body', value: 'The code is 1234' },
    ]);
  });

  it('does not let the next call with these values be read by others without asking', () => {
    const { call, situation, question, callHash } = asked();
    const { endorsements } = vouchedBy(question, { kind: 'approve', callHash }, 'usr_bob', call);
    const again = decide({ ...call, id: 'run_1.2' }, { ...situation, endorsements });
    expect(again).toMatchObject({ kind: 'held' });
    const because = again.kind === 'held' ? again.missing.map((one) => one.because) : [];
    expect(new Set(because)).toEqual(new Set(['readers']));
    const open = { ...call, context: label('untrusted', 'public') };
    expect(decide(open, { ...situation, endorsements }).kind).toBe('allowed');
  });

  it('of what a policy asks vouches for nothing', () => {
    const { call, question } = asked();
    const missing = [
      { pointer: '', value: null, sink: null, because: 'policy', origin: [] },
    ] as const;
    const answer: Answer = { kind: 'approve', callHash: HASH };
    expect(vouchedBy({ ...question, missing }, answer, 'usr_bob', call).endorsements).toEqual([]);
    const readers = [{ ...missing[0], pointer: '/body', because: 'readers' as const }];
    expect(
      vouchedBy({ ...question, missing: readers }, answer, 'usr_bob', call).endorsements,
    ).toEqual([]);
  });

  it('of what cannot be undone vouches for its object', () => {
    const { call, question } = asked();
    const missing = [
      {
        pointer: '/to/1',
        value: 'bob@evil.test',
        sink: 'dest',
        because: 'irreversible',
        origin: [],
      },
    ] as const;
    const { endorsements } = vouchedBy(
      { ...question, missing },
      { kind: 'approve', callHash: HASH },
      'usr_bob',
      call,
    );
    expect(endorsements).toMatchObject([{ pointer: '/to/*', value: 'bob@evil.test' }]);
  });

  it('of a call as a whole vouches for none of its values', () => {
    const { call, situation } = sample(actionOf('destroy', { '/note': 'content' }), {
      ...{ args: { note: 'x' }, context: TAINTED },
    });
    const verdict = decide(call, situation);
    if (verdict.kind !== 'held') throw new Error('the sample is held');
    expect(verdict.missing.map(({ pointer }) => pointer)).toContain('');
    const question = questionOf(call, verdict, asking);
    const answer: Answer = { kind: 'approve', callHash: verdict.callHash };
    expect(vouchedBy(question, answer, 'usr_ann', call).endorsements).toEqual([]);
  });

  it('of a link in a text vouches for the link', () => {
    const { call, question } = asked({ to: ['ann@example.com'], body: 'see evil.com' });
    const { endorsements } = vouchedBy(
      question,
      { kind: 'approve', callHash: HASH },
      'usr_ann',
      call,
    );
    expect(endorsements).toContainEqual(
      expect.objectContaining({ pointer: '/body', value: 'evil.com' }),
    );
  });
});

describe('editing', () => {
  const edited = { to: ['bob@evil.test', 'carl@example.com'], subject: 'Hi', body: 'Hello' };
  const edit = (args: JsonObject, own: JsonObject = ARGS) => {
    const { call, question, situation } = asked(own);
    const vouched = vouchedBy(question, { kind: 'edit', callHash: HASH, args }, 'usr_ann', call);
    return { call, situation, ...vouched };
  };

  it('vouches for every value of the arguments that the person handed in', () => {
    const { endorsements } = edit(edited);
    expect(endorsements.map(({ pointer, value }) => [pointer, value])).toEqual([
      ['/to/*', 'bob@evil.test'],
      ['/to/*', 'carl@example.com'],
      ['/subject', 'Hi'],
      ['/body', 'Hello'],
    ]);
  });

  it('makes what was changed the person’s own, and leaves what was moved or kept as it was', () => {
    const { leaves } = edit(edited);
    expect(leaves['/to/0']).toEqual(TAINTED);
    expect(leaves['/subject']).toEqual(TAINTED);
    expect(leaves['/to/1']).toMatchObject({ integrity: 'principal' });
    expect(leaves['/body']).toMatchObject({
      integrity: 'principal',
      readers: TAINTED.readers,
      provenance: { kind: 'sources', sources: ['msg_7#/body', 'qst_1#/answer'] },
    });
  });

  it('does not make public what was corrected, nor what was put in anew', () => {
    const { leaves } = edit({ ...edited, cc: ['dan@example.com'] });
    expect(leaves['/body']?.readers).toEqual(['user:usr_ann']);
    expect(leaves['/cc/0']).toMatchObject({ integrity: 'principal', readers: ['user:usr_ann'] });
  });

  it('takes the readers of the value that was replaced, where it had its own', () => {
    const { call, situation } = sample(SEND, {
      args: ARGS,
      context: TAINTED,
      leaves: { '/body': CLEAN },
    });
    const verdict = decide(call, situation);
    if (verdict.kind !== 'held') throw new Error('the sample is held');
    const question = questionOf(call, verdict, asking);
    const answer: Answer = { kind: 'edit', callHash: HASH, args: edited };
    expect(vouchedBy(question, answer, 'usr_ann', call).leaves['/body']?.readers).toBe('public');
  });

  it('takes the readers of the context for a value that stands where none stood', () => {
    const { call, situation } = sample(SEND, {
      ...{ args: ARGS, context: TAINTED, leaves: { '/to': CLEAN } },
    });
    const verdict = decide(call, situation);
    if (verdict.kind !== 'held') throw new Error('the sample is held');
    const answer: Answer = {
      kind: 'edit',
      callHash: HASH,
      args: { ...ARGS, to: [...ARGS.to, 'carl@example.com'] },
    };
    const { leaves } = vouchedBy(questionOf(call, verdict, asking), answer, 'usr_ann', call);
    expect(leaves['/to/2']).toMatchObject({ readers: ['user:usr_ann'] });
  });

  it('keeps the worse label of two equal values that were one list’s', () => {
    const args = { ...ARGS, to: ['bob@evil.test', 'bob@evil.test'] };
    const { call, situation } = sample(SEND, {
      args,
      context: TAINTED,
      leaves: { '/to/1': CLEAN },
    });
    const verdict = decide(call, situation);
    if (verdict.kind !== 'held') throw new Error('the sample is held');
    const answer: Answer = { kind: 'edit', callHash: HASH, args: { to: ['bob@evil.test'] } };
    const { leaves } = vouchedBy(questionOf(call, verdict, asking), answer, 'usr_ann', call);
    expect(leaves['/to/0']).toMatchObject({ integrity: 'untrusted', readers: ['user:usr_ann'] });
  });

  it('says that sources are many where there were too many to keep', () => {
    const context = { ...TAINTED, provenance: { kind: 'many', atLeast: 70 } as const };
    const { call, situation } = sample(SEND, { args: ARGS, context });
    const verdict = decide(call, situation);
    if (verdict.kind !== 'held') throw new Error('the sample is held');
    const answer: Answer = { kind: 'edit', callHash: HASH, args: { body: 'new' } };
    const { leaves } = vouchedBy(questionOf(call, verdict, asking), answer, 'usr_ann', call);
    expect(leaves['/body']?.provenance).toEqual({ kind: 'many', atLeast: 70 });
  });

  it('makes a new call, which is decided anew: where it may be read is asked again', () => {
    const { call, situation, endorsements, leaves } = edit(edited);
    const material = [spoken('nothing')];
    const next = { ...call, id: 'run_1.2', args: edited, leaves };
    const verdict = decide(next, { ...situation, endorsements, material });
    const because = verdict.kind === 'held' ? verdict.missing.map((one) => one.because) : [];
    expect(new Set(because)).toEqual(new Set(['readers']));
  });
});

describe('every other answer', () => {
  it.each<Answer>([
    { kind: 'deny', reason: 'no' },
    { kind: 'happened' },
    { kind: 'repeat', callHash: HASH },
    { kind: 'expired' },
  ])('vouches for nothing: $kind', (answer) => {
    const { call, question } = asked();
    expect(vouchedBy(question, answer, 'usr_ann', call)).toEqual({ endorsements: [], leaves: {} });
  });
});

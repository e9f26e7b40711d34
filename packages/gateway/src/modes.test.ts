import { AGENT_MODES, type Endorsement, label, SINKS, type Verdict } from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actionOf, CLEAN, NOW, SEND, sample, TAINTED, type Told } from './conformance/sample.ts';
import { DEFAULT_POLICIES, decide, explain, modeIn, policiesOf } from './index.ts';

const TO_BOB = { to: ['bob@example.com'], subject: 'Hi' };
const WRITE_NOTE = actionOf('write', { '/note': 'content' });

function send(told: Told, mode?: (typeof AGENT_MODES)[number]): Verdict {
  const { call, situation } = sample(SEND, { args: TO_BOB, ...told });
  return decide(call, { ...situation, ...(mode === undefined ? {} : { mode }) });
}

const byPerson: Endorsement = {
  ...{ action: 'mail.send', pointer: '/to/*', connection: null, value: 'bob@example.com' },
  ...{ by: 'usr_ann', question: 'qst_1' },
};

describe('a mode', () => {
  it('that is not named is balanced, and record-only counts in a sandbox alone', () => {
    expect(modeIn(undefined, true)).toBe('balanced');
    expect(modeIn('record-only', false)).toBe('balanced');
    expect(modeIn('record-only', true)).toBe('record-only');
    expect(modeIn('strict', false)).toBe('strict');
  });

  it('that is balanced changes nothing of a decision, and does not stand in it', () => {
    const plain = send({ context: TAINTED });
    expect(send({ context: TAINTED }, 'balanced')).toEqual(plain);
    for (const property of ['mode', 'waived']) expect(plain.why).not.toHaveProperty(property);
    expect(explain(plain)).not.toContain('a strict agent is asked');
  });
});

describe('a strict agent', () => {
  it('is asked about a value that the principal named, once strangers were read', () => {
    const said = 'Write to bob@example.com that the subject is Hi.';
    const told = { context: TAINTED, said, args: { to: ['bob@example.com'] } };
    expect(send(told).kind).toBe('allowed');
    const held = send(told, 'strict');
    expect(held).toMatchObject({
      kind: 'held',
      missing: [{ pointer: '/to/0', because: 'unendorsed' }],
      why: { mode: 'strict' },
    });
    expect(explain(held)).toContain('a strict agent is asked about all it does');
  });

  it('is asked about the whole of what decides nothing', () => {
    const told = { context: TAINTED, args: { note: 'x' } };
    const { call, situation } = sample(WRITE_NOTE, told);
    expect(decide(call, situation).kind).toBe('allowed');
    expect(decide(call, { ...situation, mode: 'strict' })).toMatchObject({
      kind: 'held',
      missing: [{ pointer: '', because: 'unendorsed' }],
    });
  });

  it('is asked about values that no stranger chose, where strangers were read besides', () => {
    const leaves = { '/to/0': CLEAN };
    const told = { context: TAINTED, leaves, args: { to: ['ann@example.com'] } };
    expect(send(told).kind).toBe('allowed');
    expect(send(told, 'strict').kind).toBe('held');
  });

  it('takes a person’s word: for a value, as a standing permission, and for the call', () => {
    const args = { to: ['bob@example.com'] };
    const told = { context: TAINTED, args };
    expect(send({ ...told, situation: { endorsements: [byPerson] } }, 'strict').kind).toBe(
      'allowed',
    );
    const standing = {
      ...{ id: 'prm_1', agent: 'agt_1', action: 'mail.send', connection: null, pointer: '/to/*' },
      allows: { kind: 'exact', value: 'bob@example.com' } as const,
      ...{ weekly: null, question: null, createdAt: NOW, createdBy: 'usr_bea', expiresAt: NOW + 1 },
    };
    expect(send({ ...told, situation: { standing: [standing] } }, 'strict').kind).toBe('allowed');
    const held = send(told, 'strict');
    const callHash = held.kind === 'held' ? held.callHash : '';
    const approval = { question: 'qst_1', callHash, by: 'usr_ann' };
    expect(send({ ...told, situation: { approval } }, 'strict').kind).toBe('allowed');
  });

  it('takes a person’s word for one value where no stranger chose the others', () => {
    const context = label('untrusted', 'public', ['msg_7#/body']);
    const told = { context, leaves: { '/subject': CLEAN }, args: TO_BOB };
    const situation = { endorsements: [byPerson] };
    expect(send({ ...told, situation }, 'strict').kind).toBe('allowed');
    expect(send(told, 'strict').kind).toBe('held');
  });

  it('looks, and acts in a clean context, as any other', () => {
    const read = actionOf('read', { '/id': 'sel' });
    const { call, situation } = sample(read, { context: TAINTED, args: { id: 'x' } });
    expect(decide(call, { ...situation, mode: 'strict' }).kind).toBe('allowed');
    expect(send({ context: CLEAN }, 'strict').kind).toBe('allowed');
  });
});

describe('a record-only agent', () => {
  it('does what would be held, and the explanation says what for', () => {
    const held = send({ context: TAINTED });
    const done = send({ context: TAINTED }, 'record-only');
    expect(done).toMatchObject({
      kind: 'allowed',
      why: { mode: 'record-only', waived: held.kind === 'held' ? held.missing : null },
    });
    expect(explain(done)).toContain('It would have been held');
  });

  it('is not told of as long as no call was found', () => {
    const { why } = send({ call: { action: 'none.such' } }, 'record-only');
    expect(why).not.toHaveProperty('mode');
  });

  it('does nothing that is refused', () => {
    const policies = policiesOf(`${DEFAULT_POLICIES}
      forbid (principal, action == Action::"send", resource);`);
    expect(send({ context: TAINTED, situation: { policies } }, 'record-only').kind).toBe('refused');
  });

  it.each([
    ['destroys', actionOf('destroy', { '/x': 'sel' })],
    ['decides about rights', actionOf('write', { '/x': 'auth' })],
    ['decides about rights besides', actionOf('write', { '/x': 'val', '/r': 'auth' })],
    ['has an argument of no class', { ...actionOf('write', { '/x': 'sel' }), sinks: {} }],
  ])('is held where it %s', (_what, descriptor) => {
    const names = Object.keys(descriptor.input['properties'] ?? {});
    const args = Object.fromEntries(names.map((name) => [name, 'a']));
    const { call, situation } = sample(descriptor, { context: TAINTED, args });
    const held = decide(call, situation);
    const again = decide(call, { ...situation, mode: 'record-only' });
    expect([held.kind, again.kind]).toEqual(['held', 'held']);
  });
});

describe('whatever is called', () => {
  const effect = fc.constantFrom('read', 'write', 'send', 'destroy' as const);
  const told = fc.record({
    effect,
    sink: fc.constantFrom(...SINKS.filter((sink) => sink !== 'ctl')),
    context: fc.constantFrom(CLEAN, TAINTED),
    value: fc.constantFrom('bob@example.com', 'ann@example.com', 'other'),
    said: fc.constantFrom(undefined, 'bob@example.com'),
  });
  const KINDS = ['refused', 'held', 'allowed'];

  it('strict is never milder than balanced, and refusals are the same in every mode', () => {
    fc.assert(
      fc.property(told, ({ effect: done, sink, context, value, said }) => {
        const { call, situation } = sample(actionOf(done, { '/x': sink }), {
          ...{ args: { x: value }, context },
          ...(said === undefined ? {} : { said }),
        });
        const [strict = '', balanced = '', open = ''] = AGENT_MODES.map(
          (mode) => decide(call, { ...situation, mode }).kind,
        );
        expect(KINDS.indexOf(strict)).toBeLessThanOrEqual(KINDS.indexOf(balanced));
        expect(KINDS.indexOf(balanced)).toBeLessThanOrEqual(KINDS.indexOf(open));
        expect([strict, balanced, open].filter((kind) => kind === 'refused').length % 3).toBe(0);
        if (done === 'destroy' || sink === 'auth') expect(open).toBe(balanced);
      }),
      { numRuns: 200 },
    );
  });
});

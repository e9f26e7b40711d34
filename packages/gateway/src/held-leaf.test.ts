import {
  type Effect,
  INTEGRITIES,
  type JsonObject,
  type Label,
  label,
  SINKS,
  type Sink,
} from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actionOf, CLEAN, SEND, sample, TAINTED, type Told } from './conformance/sample.ts';
import { decide, labelResult, policiesOf } from './index.ts';

/** Policies that never ask, so that only the flow of labels speaks. */
const SILENT = policiesOf('permit (principal, action, resource);');
/** What a stranger wrote, and what the provider counted; everybody may read both. */
const THEIRS = label('untrusted', 'public', ['msg_7#/body']);
const OURS = label('system', 'public', ['msg_7#/id']);
const OPEN = label('untrusted', 'public', ['msg_9#/body']);

/** The verdict on a call whose argument `x` was a variable. */
function judge(effect: Effect, sink: Sink, own: Label, context: Label, told: Told = {}) {
  const { call, situation } = sample(actionOf(effect, { '/x': sink }), {
    args: { x: 'something' },
    context,
    leaves: { '/x': own },
    call: { held: { '/x': { variable: 'mail_read_1', at: '/body' } } },
    ...told,
    situation: { policies: SILENT, ...told.situation },
  });
  return decide(call, situation);
}

describe('a variable in an argument', () => {
  it.each(['dest', 'sel', 'val', 'query'] as const)(
    'of class %s is chosen by the context: a clean value is asked about after strangers were read',
    (sink) => {
      expect(judge('write', sink, OURS, CLEAN).kind).toBe('allowed');
      const verdict = judge('write', sink, OURS, OPEN);
      expect(verdict).toMatchObject({
        kind: 'held',
        missing: [{ pointer: '/x', because: 'unendorsed' }],
        why: { leaves: [{ integrity: 'untrusted', endorsedBy: null }] },
      });
    },
  );

  it.each(['dest', 'sel', 'val', 'query'] as const)(
    'of class %s is asked about in a clean context where a stranger wrote it',
    (sink) => {
      expect(judge('write', sink, THEIRS, CLEAN)).toMatchObject({
        kind: 'held',
        missing: [
          { pointer: '/x', because: 'unendorsed', origin: ['msg_7#/body', 'run_1#/message'] },
        ],
      });
    },
  );

  it('is vouched for as any other: the principal’s own words, a person', () => {
    expect(judge('write', 'sel', OURS, OPEN, { said: 'Take "something" away.' }).kind).toBe(
      'allowed',
    );
    const endorsements = [
      {
        ...{ action: 'sample.act', pointer: '/x', connection: null, value: 'something' },
        ...{ by: 'usr_ann', question: 'qst_1' },
      },
    ];
    expect(judge('write', 'sel', THEIRS, CLEAN, { situation: { endorsements } }).kind).toBe(
      'allowed',
    );
  });

  it('carries its own label along as content, whatever the context has read', () => {
    expect(judge('write', 'content', OURS, OPEN).why.leaves).toMatchObject([
      { integrity: 'system', endorsedBy: 'clean-context' },
    ]);
    expect(judge('write', 'content', THEIRS, CLEAN).why.leaves).toMatchObject([
      { integrity: 'untrusted', endorsedBy: 'not-a-decision' },
    ]);
  });

  it.each(['code', 'auth'] as const)('is refused in class %s, in any context', (sink) => {
    for (const context of [CLEAN, OPEN])
      for (const own of [OURS, THEIRS])
        expect(judge('read', sink, own, context)).toMatchObject({
          kind: 'refused',
          code: 'VARIABLE_MISPLACED',
        });
  });

  it('is refused where the argument is undeclared, and in a list of such', () => {
    const action = actionOf('write', { '/x/*': 'auth' });
    const { call, situation } = sample(action, {
      args: { x: ['a', 'b'] },
      leaves: { '/x': OURS },
      call: { held: { '/x': { variable: 'mail_read_1', at: '/to' } } },
      situation: { policies: SILENT },
    });
    expect(decide(call, situation)).toMatchObject({ code: 'VARIABLE_MISPLACED' });
    // Its neighbours are not its own.
    const beside = sample(action, {
      args: { x: ['a'] },
      call: { held: { '/xy': { variable: 'mail_read_1', at: '' } } },
      situation: { policies: SILENT },
    });
    expect(decide(beside.call, beside.situation).kind).toBe('allowed');
  });
});

describe('a held text on its way to somebody', () => {
  const mail = (
    args: JsonObject,
    own: Label,
    context: Label,
    said = 'Write to bob@example.com',
  ) => {
    const { call, situation } = sample(SEND, {
      args: { to: ['bob@example.com'], ...args },
      ...{ context, said, leaves: { '/body': own } },
      call: { held: { '/body': { variable: 'mail_read_1', at: '/body' } } },
      situation: { policies: SILENT },
    });
    return decide(call, situation);
  };

  it('may go where its readers are, and is asked about anywhere else', () => {
    const secret = label('system', ['user:usr_ann'], ['doc_1#/text']);
    expect(mail({ body: 'x' }, OURS, CLEAN).kind).toBe('allowed');
    expect(mail({ body: 'x' }, secret, CLEAN)).toMatchObject({
      kind: 'held',
      missing: [{ pointer: '/body', because: 'readers' }],
    });
  });

  it('is held back by what the context may not tell, however clean it is itself', () => {
    expect(mail({ body: 'x' }, OURS, TAINTED)).toMatchObject({
      kind: 'held',
      missing: expect.arrayContaining([expect.objectContaining({ because: 'readers' })]),
    });
  });

  it('is asked about where strangers wrote it, in the cleanest context too', () => {
    expect(mail({ body: 'x' }, THEIRS, CLEAN)).toMatchObject({
      kind: 'held',
      missing: [{ pointer: '/body', because: 'unendorsed' }],
    });
  });
});

describe('what a call with a variable gives', () => {
  it('has the label of whoever chose it, too', () => {
    const action = actionOf(
      'read',
      { '/x': 'sel' },
      {
        output: {
          type: 'object',
          properties: { id: { type: 'string', maxLength: 9 } },
          additionalProperties: false,
        },
        results: { '/id': { integrity: 'system', readers: 'public', because: 'Counted by us.' } },
      },
    );
    const result = (held: boolean) => {
      const { call } = sample(action, {
        args: { x: 'a' },
        context: OPEN,
        leaves: { '/x': OURS },
        call: held ? { held: { '/x': { variable: 'mail_read_1', at: '/id' } } } : {},
      });
      const outcome = labelResult(
        { kind: 'done', result: { id: '1' }, usage: {} },
        { call, callHash: '', descriptor: action },
        { owners: [], redact: (text) => text },
      );
      return outcome.kind === 'done' ? outcome.result.leaves['/id']?.integrity : null;
    };
    expect(result(true)).toBe('untrusted');
    // A person's edit has labels of its own and no variable: nobody else chose.
    expect(result(false)).toBe('system');
  });
});

const anyLabel = fc
  .tuple(fc.constantFrom(...INTEGRITIES), fc.constantFrom('public' as const, ['user:usr_ann'], []))
  .map(([integrity, readers]) => label(integrity, readers, ['m#/a']));
const RANK = { allowed: 0, held: 1, refused: 2 } as const;

describe('naming a variable', () => {
  it('never makes a verdict milder than writing the same value down with the label of both', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('read', 'write', 'send', 'destroy' as const),
        fc.constantFrom(...SINKS.filter((sink) => sink !== 'content' && sink !== 'ctl')),
        ...[anyLabel, anyLabel],
        (effect, sink, own, context) => {
          const named = judge(effect as Effect, sink, own, context);
          const written = judge(effect as Effect, sink, context, context, { call: {} });
          expect(RANK[named.kind]).toBeGreaterThanOrEqual(RANK[written.kind]);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

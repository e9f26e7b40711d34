import { EFFECTS, type Effect, label, type Sink } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { actionOf, CLEAN, SEND, sample, TAINTED, type Told } from './conformance/sample.ts';
import { decide, policiesOf } from './index.ts';

const HOSTILE = label('hostile', ['user:usr_ann'], ['msg_9#/body']);
/** Strangers wrote to it, and everybody may read it. */
const OPEN = label('untrusted', 'public', ['msg_7#/body']);
/** Policies that never ask, so that only the flow of labels speaks. */
const SILENT = policiesOf('permit (principal, action, resource);');

function judge(effect: Effect, sink: Sink, told: Told = {}) {
  const { call, situation } = sample(actionOf(effect, { '/x': sink }), {
    args: { x: 'something' },
    context: TAINTED,
    ...told,
    situation: { policies: SILENT, ...told.situation },
  });
  return decide(call, situation);
}

describe('a value that a stranger could have written', () => {
  const asked: readonly [Sink, readonly Effect[]][] = [
    ['dest', ['read', 'write', 'send', 'destroy']],
    ['sel', ['write', 'send', 'destroy']],
    ['val', ['write', 'send', 'destroy']],
    ['query', ['write', 'send', 'destroy']],
    ['code', ['write', 'send', 'destroy']],
    ['auth', ['read', 'write', 'send', 'destroy']],
  ];
  it.each(
    asked.flatMap(([sink, effects]) =>
      EFFECTS.map((effect) => [sink, effect, effects.includes(effect)] as const),
    ),
  )('of class %s in a %s is asked about: %s', (sink, effect, isAsked) => {
    const verdict = judge(effect, sink, { context: OPEN });
    expect(verdict.kind).toBe(isAsked ? 'held' : 'allowed');
    const missing = verdict.kind === 'held' ? verdict.missing : [];
    const doubt = missing.filter(({ pointer }) => pointer === '/x');
    expect(doubt).toEqual(
      isAsked
        ? [
            {
              pointer: '/x',
              value: 'something',
              sink,
              because: 'unendorsed',
              origin: ['msg_7#/body'],
            },
          ]
        : [],
    );
    expect(verdict.why.leaves).toMatchObject([
      {
        pointer: '/x',
        sink,
        integrity: 'untrusted',
        endorsedBy: isAsked ? null : 'not-a-decision',
      },
    ]);
  });

  it('and that is carried along as content is not asked about where it stays here', () => {
    for (const effect of ['read', 'write'] as const)
      expect(judge(effect, 'content').kind).toBe('allowed');
  });

  it('is asked about too where only the value is tainted and the context is not', () => {
    const told = { context: CLEAN, leaves: { '/x': TAINTED } };
    expect(judge('write', 'sel', told)).toMatchObject({
      kind: 'held',
      missing: [{ pointer: '/x', because: 'unendorsed', origin: ['msg_7#/body'] }],
    });
  });

  it('has no origin where too many sources are behind it', () => {
    const sources = Array.from({ length: 65 }, (_one, index) => `msg_${index}#/body`);
    const context = label('untrusted', ['user:usr_ann'], sources);
    expect(judge('write', 'sel', { context })).toMatchObject({ missing: [{ origin: [] }] });
  });
});

describe('a value of the principal’s or ours', () => {
  it.each(['dest', 'sel', 'val', 'query', 'code', 'auth'] as const)(
    'of class %s needs nobody’s word in a clean context',
    (sink) => {
      for (const effect of EFFECTS) {
        const verdict = judge(effect, sink, { context: CLEAN });
        expect(verdict.kind).toBe('allowed');
        expect(verdict.why.leaves).toMatchObject([{ endorsedBy: 'clean-context' }]);
      }
    },
  );

  it('keeps its own label in a tainted context, for what can be undone', () => {
    expect(judge('write', 'sel', { leaves: { '/x': CLEAN } }).kind).toBe('allowed');
    expect(judge('write', 'auth', { leaves: { '/x': CLEAN } }).kind).toBe('allowed');
  });
});

describe('an argument without a class', () => {
  const undeclared = (args: Told['args'], effect: Effect = 'read') => {
    const open = { ...actionOf(effect, { '/x': 'content' }), sinks: {} };
    const { call, situation } = sample(open, { args: args ?? {}, context: TAINTED });
    return decide(call, situation);
  };

  it('is asked about even where the call only looks something up', () => {
    expect(undeclared({ x: 'something' })).toMatchObject({
      kind: 'held',
      missing: [{ pointer: '/x', sink: 'auth', because: 'unendorsed' }],
    });
  });

  it('is not there where no argument is given', () => {
    expect(undeclared({}).kind).toBe('allowed');
  });
});

describe('an empty list', () => {
  it('has the strictest class of what could stand in it', () => {
    const rows = {
      type: 'object',
      properties: {
        rows: {
          type: 'array',
          maxItems: 5,
          items: {
            type: 'object',
            properties: { id: { enum: ['1', '2'] }, note: { enum: ['a', 'b'] } },
            additionalProperties: false,
          },
        },
      },
      additionalProperties: false,
    };
    const sinks = { '/rows/*/note': 'content', '/rows/*/id': 'sel' } as const;
    const action = { ...actionOf('write', {}), input: rows, sinks };
    const { call, situation } = sample(action, { args: { rows: [] }, context: TAINTED });
    expect(decide(call, situation)).toMatchObject({
      missing: [{ pointer: '/rows', value: [], sink: 'sel' }],
    });
    const full = sample(action, { args: { rows: [{ id: '1', note: 'a' }] }, context: TAINTED });
    expect(decide(full.call, full.situation)).toMatchObject({
      missing: [{ pointer: '/rows/0/id', sink: 'sel' }],
    });
  });
});

describe('content known to be hostile', () => {
  it.each(['dest', 'sel', 'val', 'query', 'code', 'auth'] as const)(
    'is refused as %s, and no person is asked',
    (sink) => {
      for (const effect of EFFECTS)
        expect(judge(effect, sink, { context: HOSTILE })).toMatchObject({
          kind: 'refused',
          code: 'HOSTILE_CONTENT',
        });
    },
  );

  it('is refused in a single argument of a clean call', () => {
    const told = { context: CLEAN, leaves: { '/x': HOSTILE } };
    expect(judge('read', 'sel', told)).toMatchObject({ code: 'HOSTILE_CONTENT' });
  });

  it('may be stored as content', () => {
    expect(judge('write', 'content', { context: HOSTILE }).kind).toBe('allowed');
  });

  it('is refused even where a person approved the very call', () => {
    const { call, situation } = sample(actionOf('write', { '/x': 'sel' }), {
      args: { x: 'a' },
      context: TAINTED,
    });
    const held = decide(call, situation);
    const callHash = held.kind === 'held' ? held.callHash : '';
    const approval = { question: 'qst_1', callHash, by: 'usr_ann' };
    const verdict = decide({ ...call, context: HOSTILE }, { ...situation, approval });
    expect(verdict).toMatchObject({ code: 'HOSTILE_CONTENT' });
  });
});

describe('what cannot be undone', () => {
  const destroy = (told: Told) =>
    judge('destroy', 'sel', { args: { x: 'report-17.txt' }, ...told });
  const said = 'Please summarise report-17.txt for me.';
  const vouched = {
    action: 'sample.act',
    pointer: '/x',
    connection: null,
    value: 'report-17.txt',
    by: 'usr_ann',
    question: 'qst_1',
  };

  it('is asked about in a tainted context though the principal named the object', () => {
    expect(destroy({ said })).toMatchObject({
      kind: 'held',
      missing: [{ pointer: '/x', because: 'irreversible' }],
    });
  });

  it('is asked about in a tainted context though the value itself is clean', () => {
    expect(destroy({ leaves: { '/x': CLEAN } })).toMatchObject({
      missing: [{ pointer: '/x', because: 'irreversible' }],
    });
  });

  it('is asked about where a single value is tainted', () => {
    expect(destroy({ context: CLEAN, leaves: { '/x': TAINTED }, said })).toMatchObject({
      missing: [{ because: 'irreversible' }],
    });
  });

  it('is asked about once for each value, not twice', () => {
    expect(destroy({})).toMatchObject({ missing: [{ because: 'unendorsed' }] });
    const verdict = destroy({});
    expect(verdict.kind === 'held' && verdict.missing).toHaveLength(1);
  });

  it('goes through where a person vouched for the value in this very action', () => {
    expect(destroy({ situation: { endorsements: [vouched] } }).kind).toBe('allowed');
  });

  it('goes through in a clean context', () => {
    expect(destroy({ context: CLEAN }).kind).toBe('allowed');
  });

  it('is asked about as a whole where no argument says what is destroyed', () => {
    const { call, situation } = sample(actionOf('destroy', { '/note': 'content' }), {
      args: { note: 'bye' },
      context: TAINTED,
      situation: { policies: SILENT },
    });
    expect(decide(call, situation)).toMatchObject({
      missing: [{ pointer: '', value: null, because: 'irreversible', origin: ['msg_7#/body'] }],
    });
    expect(decide({ ...call, args: {} }, situation)).toMatchObject({
      missing: [{ because: 'irreversible' }],
    });
    expect(decide({ ...call, context: CLEAN }, situation).kind).toBe('allowed');
  });

  it('is asked about as a whole where all that is said of it is what the schema settles', () => {
    const all = actionOf(
      'destroy',
      { '/which': 'sel' },
      {
        input: {
          type: 'object',
          properties: { which: { enum: ['all', 'some'], default: 'all' } },
          additionalProperties: false,
        },
      },
    );
    const { call, situation } = sample(all, {
      args: { which: 'all' },
      context: TAINTED,
      situation: { policies: SILENT },
    });
    expect(decide(call, situation)).toMatchObject({
      missing: [{ pointer: '', because: 'irreversible' }],
    });
  });
});

describe('the effect of a call', () => {
  const http = actionOf(
    'read',
    { '/method': 'query', '/path': 'query' },
    {
      effect: { by: '/method', of: { GET: 'read', PUT: 'write' }, otherwise: 'destroy' },
      input: {
        type: 'object',
        properties: {
          method: { enum: ['GET', 'PUT', 'DELETE'], default: 'GET' },
          path: { type: 'string', maxLength: 100 },
        },
        additionalProperties: false,
      },
    },
  );
  const by = (method: string) => {
    const told = {
      args: { method, path: '/a' },
      context: TAINTED,
      situation: { policies: SILENT },
    };
    const { call, situation } = sample(http, told);
    return decide(call, situation);
  };

  it('follows the argument it hangs on', () => {
    expect(by('GET')).toMatchObject({ kind: 'allowed', why: { effect: 'read' } });
    expect(by('PUT')).toMatchObject({ kind: 'held', why: { effect: 'write' } });
    expect(by('DELETE')).toMatchObject({ kind: 'held', why: { effect: 'destroy' } });
  });
});

describe('a send that names no destination', () => {
  const shout = (told: Told) => {
    const { call, situation } = sample(actionOf('send', { '/words': 'content' }), {
      args: { words: 'hello' },
      ...told,
    });
    return decide(call, situation);
  };

  it('is asked about in a tainted context', () => {
    expect(shout({ context: label('untrusted', 'public') })).toMatchObject({
      missing: [
        { pointer: '/words', because: 'unendorsed' },
        { pointer: '', because: 'unendorsed', sink: null },
      ],
    });
  });

  it('is asked about in a clean context that holds what not everybody may read', () => {
    expect(shout({ context: label('principal', ['user:usr_ann']) })).toMatchObject({
      missing: [{ pointer: '/words', because: 'readers' }],
    });
    expect(shout({ context: CLEAN }).kind).toBe('allowed');
  });

  it('is not meant where a destination is named', () => {
    const args = { to: ['bob@example.com'] };
    const { call, situation } = sample(SEND, {
      args,
      context: TAINTED,
      said: 'To bob@example.com',
    });
    expect(decide(call, situation).kind).toBe('allowed');
  });
});

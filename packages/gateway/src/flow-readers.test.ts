import { type Endorsement, type Json, type Label, label } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { actionOf, CLEAN, SEND, sample, TAINTED, type Told } from './conformance/sample.ts';
import { type ConnectionFacts, decide } from './index.ts';

const PRIVATE = label('principal', ['user:usr_ann'], ['acc_1#/balance']);
const LOOKUP = actionOf('read', { '/terms': 'query' }, { connection: 'http' });

function api(change: Partial<ConnectionFacts> = {}): ConnectionFacts {
  return {
    id: 'con_1',
    kind: 'http',
    base: 'https://api.example.com/v1',
    cleared: false,
    ...change,
  };
}

/** What is missing for a mail to these people in this context. */
function mailing(to: readonly string[], context: Label, told: Told = {}) {
  const { call, situation } = sample(SEND, {
    args: { to, body: 'The balance is 5.' },
    context,
    ...told,
  });
  const verdict = decide(call, situation);
  return verdict.kind === 'held'
    ? verdict.missing.map(({ pointer, because }) => `${pointer} ${because}`)
    : verdict.kind;
}

function looking(context: Label, connection: ConnectionFacts) {
  const told = { args: { terms: 'x' }, context, situation: { connection } };
  const { call, situation } = sample(LOOKUP, told);
  const verdict = decide(call, situation);
  return verdict.kind === 'held' ? verdict.missing.map(({ because }) => because) : verdict.kind;
}

describe('what is sent', () => {
  it('is held where an address may not read what the agent has read, though its context is clean', () => {
    expect(mailing(['bob@example.com'], PRIVATE)).toEqual(['/to/0 readers', '/body readers']);
  });

  it('is held though the principal named the address: the right person is not the right reader', () => {
    const said = 'Write to bob@example.com';
    expect(mailing(['bob@example.com'], PRIVATE, { said })).toEqual(['/body readers']);
  });

  it('is held for both reasons where strangers wrote it and others may not read it', () => {
    const said = 'Write to bob@example.com';
    expect(mailing(['bob@example.com'], TAINTED, { said })).toEqual([
      '/body unendorsed',
      '/body readers',
    ]);
    // Whoever vouches for a place knows what it tells: one question for it is enough.
    expect(mailing(['bob@example.com'], TAINTED)).toEqual([
      '/to/0 unendorsed',
      '/body unendorsed',
      '/body readers',
    ]);
  });

  it('goes where everybody may read it', () => {
    expect(mailing(['bob@example.com'], CLEAN)).toBe('allowed');
  });

  it('goes to an address among its readers, in any case of letters, and to their whole domain', () => {
    const readers = label('principal', ['mail:bob@example.com', 'maildomain:corp.example']);
    expect(mailing(['Bob@Example.com'], readers)).toBe('allowed');
    expect(mailing(['eve@corp.example'], readers)).toBe('allowed');
    expect(mailing(['bob@example.com.evil.test'], readers)).toHaveLength(2);
    expect(mailing(['eve@corp.example.evil.test'], readers)).toHaveLength(2);
  });

  it('is held where one of many addresses may not read it', () => {
    const readers = label('principal', ['mail:bob@example.com']);
    expect(mailing(['bob@example.com', 'eve@example.com'], readers)).toContain('/body readers');
  });

  it('goes to the person’s own addresses where the person may read it', () => {
    expect(mailing(['ann@example.com'], PRIVATE)).toBe('allowed');
    expect(mailing(['ANN@example.com'], PRIVATE)).toBe('allowed');
    expect(mailing(['ann@example.com'], label('principal', ['user:usr_bob']))).toHaveLength(2);
    expect(mailing(['ann@example.com', 'bob@example.com'], PRIVATE)).toContain('/body readers');
  });

  it('goes to any of the person’s own addresses, and to nothing else that is no address', () => {
    const situation = { ownAddresses: ['not an address', 'ann@example.com', 'ann@work.example'] };
    expect(mailing(['ann@work.example'], PRIVATE, { situation })).toBe('allowed');
    expect(mailing(['not an address'], PRIVATE, { situation })).toHaveLength(2);
    expect(mailing(['somebody'], PRIVATE, { situation })).toHaveLength(2);
  });

  it('counts what the context holds even for a value that is public by itself', () => {
    const leaves = { '/to/0': CLEAN, '/body': CLEAN };
    expect(mailing(['bob@example.com'], PRIVATE, { leaves })).toContain('/body readers');
  });

  it('counts what a value holds even where the context is public', () => {
    expect(mailing(['bob@example.com'], CLEAN, { leaves: { '/body': PRIVATE } })).toEqual([
      '/body readers',
    ]);
  });

  it('tells nothing where the value is empty', () => {
    const { call, situation } = sample(SEND, {
      args: { to: ['bob@example.com'], cc: [], subject: '', body: '' },
      context: TAINTED,
      said: 'Ping bob@example.com',
    });
    expect(decide(call, situation)).toMatchObject({
      missing: [{ pointer: '/cc', because: 'unendorsed' }],
    });
    const { cc: _none, ...rest } = call.args;
    expect(decide({ ...call, args: rest }, situation).kind).toBe('allowed');
    const look = sample(LOOKUP, {
      args: { terms: '' },
      context: PRIVATE,
      situation: { connection: api() },
    });
    expect(decide(look.call, look.situation).kind).toBe('allowed');
  });

  it('tells a lot in the path of an address', () => {
    const fetch = actionOf('read', { '/url': 'dest' });
    const url = 'https://example.com/?balance=5';
    const { call, situation } = sample(fetch, { args: { url }, context: PRIVATE });
    expect(decide(call, situation)).toMatchObject({
      missing: [{ pointer: '/url', because: 'readers' }],
    });
    const open = { ...call, context: label('principal', ['host:example.com']) };
    expect(decide(open, situation).kind).toBe('allowed');
  });

  it('to a place that is no address is judged by its very words', () => {
    const post = actionOf('send', { '/channel': 'dest', '/body': 'content' });
    const told = { args: { channel: 'general', body: 'x' } };
    const readers = label('principal', ['dest:general']);
    const { call, situation } = sample(post, { ...told, context: readers });
    expect(decide(call, situation).kind).toBe('allowed');
    expect(decide({ ...call, args: { channel: 'General', body: 'x' } }, situation).kind).toBe(
      'held',
    );
  });
});

describe('a connection bound to a host', () => {
  it('is a destination of whatever a call tells it, also of a question', () => {
    expect(looking(PRIVATE, api())).toEqual(['readers']);
    expect(looking(TAINTED, api())).toEqual(['readers']);
    expect(looking(CLEAN, api())).toBe('allowed');
    expect(looking(label('principal', ['host:api.example.com']), api())).toBe('allowed');
    expect(looking(label('principal', ['host:example.com']), api())).toEqual(['readers']);
  });

  it('may be told what the principal’s own words name', () => {
    const told = { args: { terms: 'X-17' }, context: TAINTED, situation: { connection: api() } };
    const { call, situation } = sample(LOOKUP, { ...told, said: 'Look up X-17' });
    expect(decide(call, situation).kind).toBe('allowed');
    expect(decide({ ...call, args: { terms: 'X-18' } }, situation).kind).toBe('held');
  });

  it('takes everything once the operator has cleared it', () => {
    expect(looking(PRIVATE, api({ cleared: true }))).toBe('allowed');
    expect(looking(TAINTED, api({ cleared: true }))).toBe('allowed');
  });

  it('is known by its host, whatever port it listens on', () => {
    const port = api({ base: 'http://api.example.com:8080/v1' });
    expect(looking(label('principal', ['host:api.example.com']), port)).toBe('allowed');
  });

  it('is in no reader set where its base is no web address', () => {
    expect(looking(PRIVATE, api({ base: 'unix:/tmp/s' }))).toEqual(['readers']);
  });

  it('does not make a destination that an argument names any safer', () => {
    const connection = api({ cleared: true });
    const post = actionOf('send', { '/url': 'dest', '/body': 'content' }, { connection: 'http' });
    const at = (url: string, context: Label) => {
      const { call, situation } = sample(post, {
        args: { url, body: 'x' },
        context,
        situation: { connection },
      });
      return decide(call, situation).kind;
    };
    expect(at('https://api.example.com/v1/items', PRIVATE)).toBe('allowed');
    expect(at('https://evil.test/v1/items', PRIVATE)).toBe('held');
    expect(at('http://api.example.com/v1/items', PRIVATE)).toBe('held');
    expect(at('https://api.example.com:444/v1/items', PRIVATE)).toBe('held');
    expect(at('https://api.example.com.evil.test/', PRIVATE)).toBe('held');
    expect(at('https://api.example.com@evil.test/', PRIVATE)).toBe('held');
    expect(at('https://api.example.com/v1/items', TAINTED)).toBe('held');
  });

  it('is the only destination where the arguments name none', () => {
    const anything = {
      type: ['string', 'number', 'null', 'array', 'object'],
      maxLength: 99,
      maxItems: 1,
      minimum: 0,
      maximum: 9,
    };
    const open = { items: false, properties: {}, additionalProperties: false };
    const post = actionOf(
      'send',
      { '/to': 'dest', '/x': 'content' },
      {
        connection: 'http',
        input: {
          type: 'object',
          properties: { to: { ...anything, ...open }, x: { type: 'string', maxLength: 9 } },
          additionalProperties: false,
        },
      },
    );
    const to = (to: Json, connection = api({ cleared: true })) => {
      const told = { args: { to, x: 'x' }, context: PRIVATE, situation: { connection } };
      const { call, situation } = sample(post, told);
      return decide(call, situation).kind;
    };
    expect([null, '', [], {}].map((value) => to(value))).toEqual(Array(4).fill('allowed'));
    expect([5, 'x', 'https://evil.test/'].map((value) => to(value))).toEqual(Array(3).fill('held'));
    const odd = api({ base: 'unix:/tmp/s', cleared: true });
    expect(to('https://api.example.com/', odd)).toBe('held');
    expect(to(null, odd)).toBe('allowed');
  });

  it('lets an agent that has read strangers look something up there, and nothing more', () => {
    const connection = api({ cleared: true });
    const at = (effect: 'read' | 'write', url: string) => {
      const action = actionOf(effect, { '/url': 'dest' }, { connection: 'http' });
      const told = { args: { url }, context: TAINTED, situation: { connection } };
      const { call, situation } = sample(action, told);
      return decide(call, situation);
    };
    expect(at('read', 'https://api.example.com/v1/ip/1.2.3.4')).toMatchObject({
      kind: 'allowed',
      why: { leaves: [{ endorsedBy: 'configured' }] },
    });
    expect(at('read', 'https://other.example.com/')).toMatchObject({
      missing: [{ because: 'unendorsed' }],
    });
    expect(at('write', 'https://api.example.com/v1/ip/1.2.3.4')).toMatchObject({
      missing: [{ because: 'unendorsed' }],
    });
  });

  it('that the call does not go through excuses nothing', () => {
    const action = actionOf('read', { '/url': 'dest' });
    const args = { url: 'https://api.example.com/v1/ip' };
    const { call, situation } = sample(action, { args, context: TAINTED });
    const connection = api({ cleared: true });
    expect(decide(call, { ...situation, connection })).toMatchObject({
      missing: [{ because: 'unendorsed' }],
    });
  });

  it('excuses no right that hides behind such an address', () => {
    const connection = api({ cleared: true });
    const action = actionOf('read', { '/grant': 'auth' }, { connection: 'http' });
    const args = { grant: 'https://api.example.com/v1/admin' };
    const { call, situation } = sample(action, {
      args,
      context: TAINTED,
      situation: { connection },
    });
    expect(decide(call, situation)).toMatchObject({ missing: [{ because: 'unendorsed' }] });
  });

  it.each(['query', 'code', 'content'] as const)(
    'gets to read what a %s tells it, whoever vouched for its words',
    (sink) => {
      const action = actionOf('write', { '/x': sink }, { connection: 'http' });
      const reasons = (endorsements: readonly Endorsement[]) => {
        const told = { args: { x: 'hello' }, context: TAINTED };
        const { call, situation } = sample(action, {
          ...told,
          situation: { connection: api(), endorsements },
        });
        const verdict = decide(call, situation);
        return verdict.kind === 'held'
          ? verdict.missing.map(({ because }) => because)
          : verdict.kind;
      };
      const vouched = {
        action: 'sample.act',
        pointer: '/x',
        connection: 'con_1',
        value: 'hello',
        by: 'usr_ann',
        question: 'qst_1',
      };
      expect(reasons([])).toEqual(['unendorsed', 'readers']);
      expect(reasons([vouched])).toEqual(['readers']);
    },
  );

  it('does not excuse what is looked up there where the operator has not cleared it', () => {
    const action = actionOf('read', { '/url': 'dest' }, { connection: 'http' });
    const args = { url: 'https://api.example.com/?balance=5' };
    const { call, situation } = sample(action, {
      args,
      context: TAINTED,
      situation: { connection: api() },
    });
    expect(decide(call, situation)).toMatchObject({ missing: [{ because: 'readers' }] });
  });
});

describe('a mail server', () => {
  it('passes on and reads nothing, and what it passes on is judged by the addresses', () => {
    const connection: ConnectionFacts = { id: 'con_2', kind: 'smtp', base: null, cleared: true };
    const mail = { ...SEND, connection: 'smtp' };
    const args = { to: ['ann@example.com'], body: 'The balance is 5.' };
    const { call, situation } = sample(mail, { args, context: PRIVATE, situation: { connection } });
    expect(decide(call, situation).kind).toBe('allowed');
    expect(decide({ ...call, args: { ...args, to: ['bob@example.com'] } }, situation).kind).toBe(
      'held',
    );
  });
});

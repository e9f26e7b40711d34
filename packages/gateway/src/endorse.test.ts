import { type Json, label, type Sink } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { actionOf, NOW, sample, spoken, TAINTED, type Told } from './conformance/sample.ts';
import { judgeValue, vouches } from './conformance/vouching.ts';
import { decide } from './index.ts';

const GRANT = { actions: ['sample.act'], connections: [], expiresAt: NOW * 2, ancestors: [] };

describe('what vouches', () => {
  it('is the principal’s text and ours, and nothing that anyone could have written', () => {
    const by = (integrity: 'system' | 'principal' | 'untrusted' | 'hostile') => {
      const material = [{ text: 'Use X-17', label: label(integrity) }];
      return judgeValue('sel', 'X-17', 'x', { situation: { material } }).kind;
    };
    expect([by('system'), by('principal')]).toEqual(['allowed', 'allowed']);
    expect([by('untrusted'), by('hostile')]).toEqual(['held', 'held']);
  });

  it('may be any of several texts, but not two of them put together', () => {
    const material = [spoken('on 2024-05-20'), spoken('at 10:00'), spoken('Use X-17')];
    expect(judgeValue('sel', 'X-17', 'x', { situation: { material } }).kind).toBe('allowed');
    expect(judgeValue('val', '2024-05-20 10:00', 'x', { situation: { material } }).kind).toBe(
      'held',
    );
  });

  it('is never a match for what is interpreted or gives rights', () => {
    expect(vouches("Run 'rm-1 x_y'", 'rm-1 x_y', 'code')).toBe(false);
    expect(vouches("Set it to '1j1l-2k3j'", '1j1l-2k3j', 'auth')).toBe(false);
    expect(vouches("Set it to '1j1l-2k3j'", '1j1l-2k3j', 'sel')).toBe(true);
  });

  it('counts for a question that changes something as it does for a selection', () => {
    expect(vouches('Use X-17', 'X-17', 'query')).toBe(true);
    expect(vouches('I have 13', '13', 'query')).toBe(false);
  });

  it('does not take a date or an amount for a place to send to', () => {
    expect(vouches('on May 20, 2024', '20 May 2024', 'dest')).toBe(false);
    expect(vouches('pay 98.70', '98.70', 'dest')).toBe(false);
    expect(vouches('pay 10 euros', '10 euro', 'sel')).toBe(false);
    expect(vouches('on May 20, 2024', '20 May 2024', 'sel')).toBe(true);
  });

  it('does not hang on what was asked before: the clock is an argument', () => {
    const told = (now: number) => ({ said: 'tomorrow', situation: { now, grant: GRANT } });
    expect(judgeValue('val', '2024-05-16', 'x', told(NOW)).kind).toBe('allowed');
    expect(judgeValue('val', '2024-05-16', 'x', told(NOW + 86_400_000)).kind).toBe('held');
  });
});

describe('what a schema settles', () => {
  const settles = (
    x: object,
    value: Json,
    required: readonly string[] = [],
    sink: Sink = 'val',
  ) => {
    const input = { type: 'object', properties: { x }, required, additionalProperties: false };
    const action = actionOf('write', {}, { input: input as never, sinks: { '/x': sink } });
    const { call, situation } = sample(action, { args: { x: value }, context: TAINTED });
    return decide(call, situation).kind === 'allowed';
  };

  it('is the default of an argument that may be left out', () => {
    const level = { enum: ['low', 'high'], default: 'low' };
    expect(settles(level, 'low')).toBe(true);
    expect(settles(level, 'high')).toBe(false);
    expect(settles(level, 'low', ['x'])).toBe(false);
    expect(settles({ type: ['null', 'boolean'], default: null }, null)).toBe(true);
    expect(settles({ type: 'array', maxItems: 1, items: { const: 1 }, default: [] }, [])).toBe(
      true,
    );
  });

  it('is the only value there is', () => {
    expect(settles({ const: 'low' }, 'low', ['x'])).toBe(true);
    expect(settles({ enum: ['low'] }, 'low', ['x'])).toBe(true);
    expect(settles({ enum: ['low', 'high'] }, 'low', ['x'])).toBe(false);
  });

  it('is nothing that stands in a list or a choice, where there is still something to choose', () => {
    expect(settles({ type: 'array', maxItems: 3, items: { const: 1 } }, [1])).toBe(false);
    expect(settles({ anyOf: [{ const: 'a' }, { const: 'b' }] }, 'a')).toBe(false);
  });

  it('may be read wherever the call goes, since it tells nothing', () => {
    const text = { type: 'string', maxLength: 100 };
    const properties = { to: text, format: { const: 'plain' } };
    const send = actionOf(
      'send',
      { '/to': 'dest', '/format': 'content' },
      { input: { type: 'object', properties, additionalProperties: false } },
    );
    const { call, situation } = sample(send, {
      args: { to: 'bob@example.com', format: 'plain' },
      context: TAINTED,
      said: 'Mail bob@example.com',
    });
    expect(decide(call, situation).kind).toBe('allowed');
  });

  it('is never a right', () => {
    expect(settles({ const: 'admin' }, 'admin', [], 'auth')).toBe(false);
  });

  it('may stand deeper, and behind a reference', () => {
    const input = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/a' } },
      additionalProperties: false,
      $defs: {
        a: {
          type: 'object',
          properties: { b: { enum: ['x', 'y'], default: 'x' } },
          additionalProperties: false,
        },
      },
    };
    const action = actionOf('write', {}, { input, sinks: { '/a': 'val' } });
    const at = (b: string) => {
      const { call, situation } = sample(action, { args: { a: { b } }, context: TAINTED });
      return decide(call, situation).kind;
    };
    expect(at('x')).toBe('allowed');
    expect(at('y')).toBe('held');
  });
});

describe('a key that the schema leaves open', () => {
  const where = {
    type: 'object',
    properties: {
      where: {
        type: 'object',
        properties: { kind: { type: 'string', maxLength: 50 } },
        maxProperties: 5,
        propertyNames: { maxLength: 50 },
        additionalProperties: { type: 'string', maxLength: 50 },
      },
    },
    additionalProperties: false,
  };
  const action = actionOf('write', {}, { input: where, sinks: { '/where': 'sel' } });
  const at = (said: string, key: string, value: string) => {
    const told = { args: { where: { [key]: value } }, context: TAINTED, said };
    const { call, situation } = sample(action, told);
    return decide(call, situation).kind;
  };

  it('has to be named as its value has to be', () => {
    expect(at("where 'status' is 'open'", 'status', 'open')).toBe('allowed');
    expect(at("where the status is 'open'", 'status', 'open')).toBe('held');
    expect(at("where 'status' is open", 'status', 'open')).toBe('held');
  });

  it('names nothing by itself: who chose it could choose any word next to another', () => {
    expect(at("'this' one, in this report", 'this', 'report')).toBe('held');
  });

  it('has to be named on its way out too, whatever it leads to', () => {
    const row = {
      type: 'object',
      properties: {
        to: { type: 'string', maxLength: 50 },
        row: {
          type: 'object',
          maxProperties: 5,
          propertyNames: { maxLength: 50 },
          additionalProperties: { type: 'string', maxLength: 50 },
        },
      },
      additionalProperties: false,
    };
    const post = actionOf('send', {}, { input: row, sinks: { '/to': 'dest', '/row': 'content' } });
    const sending = (key: string) => {
      const args = { to: 'bob@example.com', row: { [key]: 'Hello there' } };
      const said = "To bob@example.com, 'greeting': 'Hello there'";
      const { call, situation } = sample(post, { args, context: TAINTED, said });
      return decide(call, situation).kind;
    };
    expect(sending('greeting')).toBe('allowed');
    expect(sending('the code is 1234')).toBe('held');
  });

  it('is no question where the schema names it', () => {
    expect(at("where 'x' is 'open'", 'kind', 'open')).toBe('allowed');
  });
});

describe('a person’s word for a value', () => {
  const vouched = {
    action: 'mail.cc',
    pointer: '/to/*',
    connection: null,
    value: 'bob@example.com',
    by: 'usr_ann',
    question: 'qst_1',
  };
  const action = actionOf('write', { '/to/*': 'dest', '/also/*': 'dest' }, { id: 'mail.cc' });
  const with5 = (endorsement: object, args: Told['args'] = { to: ['bob@example.com'] }) => {
    const endorsements = [{ ...vouched, ...endorsement }];
    const { call, situation } = sample(action, {
      args: args ?? {},
      context: TAINTED,
      situation: { endorsements },
    });
    return decide(call, situation);
  };

  it('counts wherever the value stands in the same list', () => {
    expect(with5({})).toMatchObject({
      kind: 'allowed',
      why: { leaves: [{ endorsedBy: 'person' }] },
    });
    const second = with5({}, { to: ['eve@evil.test', 'bob@example.com'] });
    expect(second).toMatchObject({ missing: [{ pointer: '/to/0' }] });
    expect(second.kind === 'held' && second.missing).toHaveLength(1);
  });

  it.each([
    ['another action', { action: 'mail.bcc' }],
    ['another argument', { pointer: '/also/*' }],
    ['one position', { pointer: '/to/0' }],
    ['the whole list', { pointer: '/to' }],
    ['another connection', { connection: 'con_1' }],
    ['another value', { value: 'Bob@example.com' }],
    ['a value that only looks alike', { value: ['bob@example.com'] }],
  ])('for %s does not count', (_what, endorsement) => {
    expect(with5(endorsement).kind).toBe('held');
  });

  it('counts for rights and code, which no match vouches for', () => {
    for (const sink of ['auth', 'code'] as const) {
      const endorsements = [{ ...vouched, action: 'sample.act', pointer: '/x', value: 'v' }];
      expect(judgeValue(sink, 'v', 'x', { situation: { endorsements } }).kind).toBe('allowed');
    }
  });

  it('for a link covers the link and not the text around it', () => {
    const send = actionOf('send', { '/to': 'dest', '/body': 'content' });
    const endorsement = (value: string) => ({
      ...vouched,
      action: 'sample.act',
      pointer: '/body',
      value,
    });
    const body = 'see evil.com';
    const judged = (value: string, to: string) => {
      const { call, situation } = sample(send, {
        args: { to, body },
        context: label('untrusted', 'public'),
        said: `Mail ann@example.com, bob@example.com`,
        situation: { endorsements: [endorsement(value)] },
      });
      const verdict = decide(call, situation);
      return verdict.kind === 'held' ? verdict.missing.map((one) => one.value) : verdict.kind;
    };
    expect(judged('evil.com', 'ann@example.com')).toBe('allowed');
    expect(judged('evil.com', 'bob@example.com')).toEqual([body]);
    expect(judged(body, 'bob@example.com')).toBe('allowed');
    expect(judged('other.com', 'ann@example.com')).toEqual(['evil.com']);
  });

  it('for a text does not say that everybody may read it', () => {
    const send = actionOf('send', { '/to': 'dest', '/body': 'content' });
    const endorsements = [{ ...vouched, action: 'sample.act', pointer: '/body', value: 'hello' }];
    const { call, situation } = sample(send, {
      args: { to: 'bob@example.com', body: 'hello' },
      context: TAINTED,
      said: 'Mail bob@example.com',
      situation: { endorsements },
    });
    expect(decide(call, situation)).toMatchObject({
      missing: [{ pointer: '/body', because: 'readers' }],
    });
  });
});

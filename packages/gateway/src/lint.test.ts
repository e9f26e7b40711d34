import { type ActionDescriptor, Fault, type JsonObject } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { actionOf, SEND } from './conformance/sample.ts';
import { lintAction, registerActions } from './index.ts';

/** An action with one argument of the given schema. */
function taking(a: JsonObject, more: Partial<ActionDescriptor> = {}, $defs: JsonObject = {}) {
  const input = { type: 'object', properties: { a }, additionalProperties: false, $defs };
  return actionOf(
    'read',
    {},
    {
      // What a test writes is JSON; zod's type of it is not readonly.
      input: input as unknown as ActionDescriptor['input'],
      sinks: { '/a': 'val' },
      ...more,
    },
  );
}

function refusals(descriptor: ActionDescriptor) {
  return lintAction(descriptor)
    .filter(({ refuses }) => refuses)
    .map(({ at, says }) => `${at} ${says}`);
}

const bounded = { type: 'string', maxLength: 5 };

describe('a descriptor', () => {
  it('with a bound at every place has no findings', () => {
    expect(lintAction(SEND)).toEqual([]);
  });

  it.each<[string, JsonObject]>([
    ['a text', { type: 'string' }],
    ['a number without a maximum', { type: 'number', minimum: 0 }],
    ['a number without a minimum', { type: 'integer', maximum: 0 }],
    ['a list', { type: 'array', items: bounded }],
    ['the items of a list', { type: 'array', maxItems: 2, items: { type: 'string' } }],
    ['a list of anything', { type: 'array', maxItems: 2 }],
    [
      'a tuple’s part',
      { type: 'array', maxItems: 2, prefixItems: [{ type: 'string' }], items: false },
    ],
    ['an object with any keys', { type: 'object', properties: {} }],
    [
      'a map without a number of keys',
      { type: 'object', propertyNames: { maxLength: 9 }, additionalProperties: bounded },
    ],
    [
      'a map with keys of any length',
      { type: 'object', maxProperties: 9, additionalProperties: bounded },
    ],
    [
      'a map’s values',
      {
        type: 'object',
        maxProperties: 9,
        propertyNames: { maxLength: 9 },
        additionalProperties: true,
      },
    ],
    [
      'keys by pattern',
      { type: 'object', patternProperties: { '^a': bounded }, additionalProperties: false },
    ],
    [
      'a member',
      { type: 'object', properties: { b: { type: 'string' } }, additionalProperties: false },
    ],
    ['one of two types', { type: ['null', 'string'] }],
    ['one of two forms', { anyOf: [{ type: 'null' }, { type: 'string' }] }],
    ['one of two exclusive forms', { oneOf: [bounded, { type: 'number' }] }],
    ['what has no type at all', { description: 'anything' }],
    ['what only other keywords narrow', { allOf: [bounded] }],
    ['a referred place', { $ref: '#/$defs/open' }],
    ['a place that refers to itself', { $ref: '#/$defs/loop' }],
    ['a place defined elsewhere', { $ref: 'https://example.com/schema' }],
  ])('without a bound on %s is refused', (_what, schema) => {
    const descriptor = taking(
      schema,
      {},
      {
        open: { type: 'string' },
        loop: { type: 'array', maxItems: 2, items: { $ref: '#/$defs/loop' } },
      },
    );
    expect(refusals(descriptor).some((one) => one.startsWith('/input/properties/a'))).toBe(true);
    expect(() => registerActions([descriptor])).toThrow(/breaks the rules/);
  });

  it.each<[string, JsonObject]>([
    ['listed words', { enum: ['a', 'b'] }],
    ['a constant', { const: 'a' }],
    ['exclusive bounds', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }],
    ['a flag', { type: 'boolean' }],
    ['nothing or a bounded text', { anyOf: [bounded, { type: 'null' }] }],
    [
      'a bounded map',
      {
        type: 'object',
        maxProperties: 9,
        propertyNames: { maxLength: 9 },
        additionalProperties: bounded,
      },
    ],
    [
      'a map with listed keys',
      {
        type: 'object',
        maxProperties: 9,
        propertyNames: { enum: ['x'] },
        additionalProperties: bounded,
      },
    ],
    ['a reference to a bounded place', { $ref: '#/$defs/short' }],
  ])('with %s is accepted', (_what, schema) => {
    expect(refusals(taking(schema, {}, { short: bounded }))).toEqual([]);
  });

  it('is refused where its root takes any member', () => {
    const open = actionOf('read', {}, { input: { type: 'object', properties: {} }, sinks: {} });
    expect(refusals(open)).toHaveLength(1);
    const list = actionOf(
      'read',
      {},
      { input: { type: 'array', maxItems: 1, items: bounded }, sinks: {} },
    );
    expect(refusals(list)).toHaveLength(1);
  });

  it.each<[string, JsonObject, RegExp]>([
    ['a format nobody knows', { ...bounded, format: 'iban' }, /unknown format/],
    ['a misspelt keyword', { ...bounded, maxLenght: 5 }, /unknown keyword/],
    ['a pattern that looks around', { ...bounded, pattern: '(?=a)b' }, /regexp/],
    ['a pattern that refers back', { ...bounded, pattern: '(a)\\1' }, /regexp/],
  ])('with %s is refused', (_what, schema, says) => {
    expect(refusals(taking(schema)).join()).toMatch(says);
  });

  it('is refused where a sink class, a result or the sentence names what is not there', () => {
    expect(refusals(taking(bounded, { sinks: { '/b': 'val' } }))).toEqual([
      '/sinks No argument stands at "/b".',
    ]);
    const lost = { results: { '/x': { integrity: 'untrusted', readers: 'owner' } } } as const;
    expect(refusals(taking(bounded, lost))).toEqual(['/results No result stands at "/x".']);
    expect(refusals(taking(bounded, { sentence: 'Do {/b} to {/a}' }))).toEqual([
      '/sentence No argument stands at "/b".',
    ]);
  });

  it('finds the places of patterns through lists, maps, tuples, choices and references', () => {
    const schema = {
      anyOf: [
        { type: 'array', maxItems: 2, items: { $ref: '#/$defs/item' } },
        {
          type: 'object',
          maxProperties: 2,
          propertyNames: { maxLength: 5 },
          additionalProperties: bounded,
        },
        { type: 'array', maxItems: 1, prefixItems: [bounded], items: false },
      ],
    };
    const sinks = { '/a/*/id': 'sel', '/a/7/id': 'sel', '/a/any': 'val', '/a/0': 'val' } as const;
    const item = { type: 'object', properties: { id: bounded }, additionalProperties: false };
    expect(refusals(taking(schema, { sinks }, { item }))).toEqual([]);
    expect(refusals(taking(schema, { sinks: { '/a/*/no': 'sel' } }, { item }))).toHaveLength(1);
  });

  it('that raises a result owes the reason why nobody outside can write it', () => {
    const output = { type: 'object', properties: { id: { type: 'string' } } };
    const raised = { integrity: 'system', readers: 'owner' } as const;
    expect(refusals(taking(bounded, { output, results: { '/id': raised } })).join()).toContain(
      'because',
    );
    const principal = { ...raised, integrity: 'principal' } as const;
    expect(refusals(taking(bounded, { output, results: { '/id': principal } }))).toHaveLength(1);
    const reasoned = { ...raised, because: 'The provider makes it.' };
    expect(refusals(taking(bounded, { output, results: { '/id': reasoned } }))).toEqual([]);
  });

  it('whose effect hangs on an argument owes a closed list of its values', () => {
    const effect = { by: '/a', of: { GET: 'read' }, otherwise: 'write' } as const;
    expect(refusals(taking(bounded, { effect })).join()).toContain('enum');
    expect(refusals(taking({ enum: ['GET', 'PUT'] }, { effect }))).toEqual([]);
    const repeat = { by: '/b', of: {}, otherwise: 'once' } as const;
    expect(refusals(taking(bounded, { repeat }))).toHaveLength(1);
  });

  it('with an argument of no class is told that it counts as the strictest, and is accepted', () => {
    const findings = lintAction(taking(bounded, { sinks: {} }));
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ refuses: false });
    expect(findings[0]?.says).toContain('"/a"');
  });

  it('that is not one at all is refused with the place', () => {
    const broken = { ...SEND, effect: 'explode' } as unknown as ActionDescriptor;
    expect(refusals(broken).join()).toContain('/effect');
  });
});

describe('registering', () => {
  it('tells the findings in the fault’s details', () => {
    try {
      registerActions([taking({ type: 'string' })]);
      expect.unreachable();
    } catch (thrown) {
      expect(Fault.is(thrown) && thrown.code).toBe('GATEWAY_ACTION_REFUSED');
      expect(Fault.is(thrown) && thrown.details).toMatchObject({
        action: 'sample.act',
        findings: [{ at: '/input/properties/a' }],
      });
    }
  });

  it('takes each id once', () => {
    expect(() => registerActions([SEND, SEND])).toThrow(/one id/);
  });

  it('keeps a copy that nobody can change any more', () => {
    const mine = structuredClone(SEND) as { sinks: Record<string, string> } & ActionDescriptor;
    const registered = registerActions([mine]).get('mail.send');
    mine.sinks['/to/*'] = 'content';
    expect(registered?.descriptor.sinks['/to/*']).toBe('dest');
    expect(Object.isFrozen(registered?.descriptor.sinks)).toBe(true);
  });
});

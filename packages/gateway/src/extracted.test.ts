import {
  type Domain,
  EFFECTS,
  type Effect,
  type Json,
  type Label,
  label,
  SINKS,
  type Sink,
} from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actionOf, CLEAN, sample, type Told } from './conformance/sample.ts';
import { basisOf, decide, policiesOf } from './index.ts';

/** Policies that never ask, so that only the flow of labels speaks. */
const SILENT = policiesOf('permit (principal, action, resource);');
const THEIRS = label('untrusted', 'public', ['msg_7#/body']);
const LEVELS: Domain = { kind: 'enum', values: ['low', 'high'] };

interface Extracting {
  readonly effect?: Effect;
  readonly sink?: Sink;
  readonly value?: Json;
  readonly domain?: Domain;
  /** Of the context that chose the domain. */
  readonly chosen?: Label;
  readonly told?: Told;
}

/** The verdict on a call whose argument `x` is a field of an extraction. */
function judge({
  effect = 'write',
  sink = 'val',
  value = 'high',
  domain = LEVELS,
  chosen = CLEAN,
  told = {},
}: Extracting) {
  const { call, situation } = asked({ effect, sink, value, domain, chosen, told });
  return decide(call, situation);
}

function asked({ effect, sink, value, domain, chosen, told }: Required<Extracting>) {
  const anything = {
    type: ['string', 'number', 'boolean'],
    maxLength: 99,
    minimum: 0,
    maximum: 99,
  };
  const action = actionOf(
    effect,
    { '/x': sink },
    { input: { type: 'object', properties: { x: anything }, additionalProperties: false } },
  );
  const extracted = { domain, context: chosen };
  return sample(action, {
    ...{ args: { x: value }, context: CLEAN, leaves: { '/x': THEIRS } },
    call: { held: { '/x': { variable: 'text_extract_5', at: '/x', extracted } } },
    ...told,
    situation: { policies: SILENT, ...told.situation },
  });
}

describe('a value of a closed set', () => {
  it('vouches for an amount where the set and its use were chosen in a clean context', () => {
    for (const [domain, value] of [
      [LEVELS, 'high'],
      [{ kind: 'boolean' }, true],
    ] as const)
      expect(judge({ domain, value })).toMatchObject({
        kind: 'allowed',
        why: { leaves: [{ endorsedBy: 'extraction', integrity: 'untrusted' }] },
      });
  });

  it.each(['dest', 'sel', 'query', 'code', 'auth'] as const)(
    'never vouches for class %s',
    (sink) => {
      for (const effect of ['write', 'send'] as const)
        expect(judge({ sink, effect }).kind).not.toBe('allowed');
    },
  );

  it('never vouches for text on its way to somebody', () => {
    const { call, situation } = asked({
      ...{
        effect: 'send',
        sink: 'content',
        value: 'high',
        domain: LEVELS,
        chosen: CLEAN,
        told: {},
      },
    });
    const verdict = decide(call, situation);
    expect(verdict.why.leaves[0]?.endorsedBy).toBeNull();
  });

  it('does not count where strangers had written to the context that chose the set', () => {
    expect(judge({ chosen: THEIRS }).kind).toBe('held');
  });

  it('does not count where strangers have written to the context that uses it', () => {
    expect(judge({ told: { context: THEIRS } }).kind).toBe('held');
  });

  it('counts for its own values alone', () => {
    expect(judge({ value: 'highest' }).kind).toBe('held');
    expect(judge({ domain: { kind: 'boolean' }, value: 'true' }).kind).toBe('held');
  });

  it('is no number and no day: within bounds the stranger would choose freely', () => {
    const domain: Domain = { kind: 'number', min: 0, max: 10, step: 1 };
    expect(judge({ domain, value: 7 }).kind).toBe('held');
    const days: Domain = { kind: 'date', from: '2026-01-01', to: '2026-12-31' };
    expect(judge({ domain: days, value: '2026-05-05' }).kind).toBe('held');
  });

  it('lets a number stand within a bound of the intent contract, and not above it', () => {
    const domain: Domain = { kind: 'number', min: 0, max: 90, step: 1 };
    const bounded = (value: number) => {
      const slot = {
        ...{ action: 'sample.act', atMost: 1 },
        arguments: { '/x': { kind: 'bound' as const, min: 0, max: 50 } },
      };
      const intent = {
        contract: { version: 1 as const, slots: [slot] },
        context: CLEAN,
        used: [0],
      };
      return judge({ domain, value, told: { situation: { intent } } });
    };
    expect(bounded(7)).toMatchObject({
      kind: 'allowed',
      why: { leaves: [{ endorsedBy: 'contract' }] },
    });
    expect(bounded(51).kind).toBe('held');
  });

  it('destroys nothing unasked', () => {
    expect(judge({ effect: 'destroy' }).kind).toBe('held');
  });

  it('is not enough for a strict agent', () => {
    expect(judge({ told: { situation: { mode: 'strict' } } })).toMatchObject({
      kind: 'held',
      why: { leaves: [{ endorsedBy: null }] },
    });
  });

  it('lets nothing refer to a record that it had a hand in choosing', () => {
    const { call, situation } = asked({
      ...{ effect: 'read', sink: 'val', value: 'high', domain: LEVELS, chosen: CLEAN, told: {} },
    });
    const { why } = decide(call, situation);
    expect(why.leaves[0]?.endorsedBy).toBe('extraction');
    const descriptor = situation.actions.get('sample.act')?.descriptor;
    if (!descriptor) throw new Error('it is registered');
    const basis = basisOf(
      { kind: 'done', result: {}, usage: {} },
      { kind: 'done', result: { value: {}, label: THEIRS, leaves: {} }, usage: {} },
      { call, callHash: '', descriptor },
      { why, approved: false },
      { owners: [] },
    );
    expect(basis?.choice).toBe('model');
  });

  it('vouches in no other case, whatever comes together', () => {
    const anyLabel = fc.constantFrom(CLEAN, THEIRS, label('hostile'), label('system'));
    const domains = fc.constantFrom<Domain>(
      LEVELS,
      { kind: 'boolean' },
      { kind: 'number', min: 0, max: 9, step: 1 },
    );
    fc.assert(
      fc.property(
        ...[fc.constantFrom(...EFFECTS), fc.constantFrom(...SINKS.filter((one) => one !== 'ctl'))],
        ...[domains, fc.constantFrom<Json>('low', 'other', true, 3), anyLabel, anyLabel],
        (effect, sink, domain, value, chosen, context) => {
          const verdict = judge({ effect, sink, domain, value, chosen, told: { context } });
          if (verdict.why.leaves[0]?.endorsedBy !== 'extraction') return;
          expect(sink).toBe('val');
          expect(effect).not.toBe('destroy');
          expect([chosen, context].map(({ integrity }) => integrity)).not.toContain('untrusted');
          expect([chosen, context].map(({ integrity }) => integrity)).not.toContain('hostile');
          expect(domain.kind).toBe(value === true ? 'boolean' : 'enum');
          expect(value).not.toBe('other');
        },
      ),
      { numRuns: 3_000 },
    );
  }, 30_000);
});

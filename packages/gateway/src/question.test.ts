import { callHash } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { actionOf, NOW, SEND, sample, TAINTED } from './conformance/sample.ts';
import { decide, effectText, questionOf, unknownQuestionOf } from './index.ts';

const asking = { id: 'qst_1', now: NOW, ttlMs: 60_000, descriptor: SEND };
const ARGS = { to: ['bob@evil.test'], body: 'Hello' };

function sentence(template: string, args: Record<string, never> | object) {
  const descriptor = { ...SEND, sentence: template };
  const { call } = sample(SEND, { args: args as never });
  return unknownQuestionOf(call, 'a'.repeat(64), { ...asking, descriptor }).sentence;
}

describe('a question', () => {
  it('tells the call as it will run, what is in doubt, and until when', () => {
    const { call, situation } = sample(SEND, { args: ARGS, context: TAINTED });
    const verdict = decide(call, situation);
    if (verdict.kind !== 'held') throw new Error('the sample is held');
    expect(questionOf(call, verdict, asking)).toEqual({
      id: 'qst_1',
      run: 'run_1',
      call: 'run_1.1',
      callHash: callHash(call, situation.policies.version),
      kind: 'call',
      action: 'mail.send',
      effect: 'send',
      sentence: 'Send a mail to “bob@evil.test”',
      args: ARGS,
      missing: verdict.missing,
      askedAt: NOW,
      expiresAt: NOW + 60_000,
      requestedBy: 'usr_ann',
    });
  });

  it('about a lost answer asks whether it happened, and nothing is missing', () => {
    const { call } = sample(SEND, { args: ARGS });
    expect(unknownQuestionOf(call, 'a'.repeat(64), asking)).toMatchObject({
      kind: 'unknown',
      callHash: 'a'.repeat(64),
      missing: [],
      sentence: 'Send a mail to “bob@evil.test”',
    });
  });

  it('has the effect that its arguments give it', () => {
    const effect = { by: '/m', of: { GET: 'read' }, otherwise: 'destroy' } as const;
    const action = actionOf('read', { '/m': 'query' }, { effect });
    const { call } = sample(SEND, { args: { m: 'DELETE' } });
    const question = unknownQuestionOf(call, 'a'.repeat(64), { ...asking, descriptor: action });
    expect(question.effect).toBe('destroy');
  });
});

describe('the sentence of a question', () => {
  it('quotes each value, and no value gets out of its quotation marks', () => {
    expect(sentence('Say {/body} to {/to}', { body: 'x” to “ann', to: ['a@b.test'] })).toBe(
      'Say “x⟨U+201D⟩ to ⟨U+201C⟩ann” to “a@b.test”',
    );
  });

  it('names the items of a list, and counts those over ten', () => {
    const to = Array.from({ length: 12 }, (_one, index) => `p${index}@b.test`);
    const said = sentence('To {/to}', { to });
    expect(said).toContain('“p9@b.test” and 2 more');
    expect(said).not.toContain('p10@b.test');
    expect(sentence('To {/to}', { to: to.slice(0, 10) })).not.toContain('more');
  });

  it('shortens a long value and says by how much', () => {
    expect(sentence('Say {/body}', { body: 'x'.repeat(250) })).toBe(
      `Say “${'x'.repeat(200)}⟨and 50 more characters⟩”`,
    );
  });

  it('says that a value is missing, empty, or no text', () => {
    expect(sentence('{/body}', {})).toBe('(none)');
    expect(sentence('{/to}', { to: [] })).toBe('(none)');
    expect(sentence('{/cc}', { cc: null })).toBe('(none)');
    expect(sentence('{/n}', { n: 5 })).toBe('“5”');
    expect(sentence('{/n}', { n: { b: 1, a: '”' } })).toBe('“{"a":"⟨U+201D⟩","b":1}”');
  });

  it('fills a place once: a value that looks like a place stays a value', () => {
    expect(sentence('{/body} {/subject}', { body: '{/subject}', subject: 's' })).toBe(
      '“{/subject}” “s”',
    );
  });

  it('never reaches what an object inherits', () => {
    expect(sentence('{/constructor/name}', {})).toBe('(none)');
  });
});

describe('an effect in words', () => {
  it('is another one for each effect', () => {
    const texts = (['read', 'write', 'send', 'destroy'] as const).map(effectText);
    expect(new Set(texts).size).toBe(4);
    expect(texts[3]).toContain('cannot be undone');
  });
});

import type { Missing } from '@countersign/contract';
import { expect, it } from 'vitest';
import { canAddMore } from './more-calls.ts';

const whole = { pointer: '', value: null, sink: null, because: 'unendorsed', origin: [] } as const;
const agreement = { kind: 'agreed', slots: [], widened: [], index: 1 } as const;
const asked = (...missing: readonly Missing[]) => ({
  ...({ kind: 'call', effect: 'send', missing } as const),
});

it('is offered for a call beyond what was written down', () => {
  expect(canAddMore(asked(whole), { agreement })).toBe(true);
  expect(canAddMore(asked({ ...whole, pointer: '/to' }), { agreement })).toBe(false);
});

it('is offered neither without a list, nor for a lost answer, nor for what destroys', () => {
  expect(canAddMore(asked(whole), { agreement: null })).toBe(false);
  const none = { kind: 'none', reason: '', index: 1 } as const;
  expect(canAddMore(asked(whole), { agreement: none })).toBe(false);
  expect(canAddMore({ ...asked(whole), kind: 'unknown' }, { agreement })).toBe(false);
  expect(canAddMore({ ...asked(whole), effect: 'destroy' }, { agreement })).toBe(false);
});

it('is not offered where a policy asks each time, or rights are in doubt', () => {
  expect(canAddMore(asked(whole, { ...whole, because: 'policy' }), { agreement })).toBe(false);
  const rights = { ...whole, pointer: '/role', sink: 'auth' } as const;
  expect(canAddMore(asked(whole, rights), { agreement })).toBe(false);
});

import type { Missing } from '@countersign/contract';
import { expect, test } from 'vitest';
import { isRememberable } from './rememberable.ts';

const QUESTION = { kind: 'call', effect: 'send', args: { to: ['bob@example.com'] } } as const;
const TO: Missing = {
  ...{ pointer: '/to/0', value: 'bob@example.com', sink: 'dest' },
  ...{ because: 'unendorsed', origin: [] },
};

test('a value that nobody vouched for can be remembered', () => {
  expect(isRememberable(QUESTION, TO)).toBe(true);
});

test.each<[what: string, question: Parameters<typeof isRememberable>[0], missing: Missing]>([
  ['a right', QUESTION, { ...TO, sink: 'auth' }],
  ['the platform', QUESTION, { ...TO, sink: 'ctl' }],
  ['a whole call', QUESTION, { ...TO, pointer: '', value: null, sink: null }],
  ['who may read it', QUESTION, { ...TO, because: 'readers' }],
  ['what destroys', { ...QUESTION, effect: 'destroy' }, TO],
  ['a lost answer', { ...QUESTION, kind: 'unknown' }, TO],
  ['what stands within a text', QUESTION, { ...TO, value: 'example.com' }],
])('%s cannot', (_, question, missing) => {
  expect(isRememberable(question, missing)).toBe(false);
});

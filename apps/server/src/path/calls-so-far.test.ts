import { expect, test } from 'vitest';
import { callsSoFar, type Wish } from './calls-so-far.ts';

const wish = (call: string, more: Partial<Wish> = {}): Wish => ({
  ...{ call, tool: 'mail_send' },
  ...more,
});
const count = (id: string, wished: readonly Wish[]) =>
  callsSoFar(wished, { id, action: 'mail.send' });

test('a call is counted once, however often the model is told of it, and while a person is asked about it', () => {
  const told = [wish('run_1.1'), wish('run_1.2'), wish('run_1.1')];
  expect(count('run_1.9', told)).toBe(2);
  expect(count('run_1.9', [wish('run_1.1'), wish('run_1.5', { wish: 'run_1.1' })])).toBe(1);
  expect(count('run_1.9', [wish('run_1.1', { tool: 'mail_read' })])).toBe(0);
});

test('what was wished for later takes no place from a call that a person was asked about', () => {
  const told = [wish('run_1.1'), wish('run_1.2'), wish('run_1.10')];
  expect(count('run_1.1', told)).toBe(0);
  expect(count('run_1.11', told)).toBe(3);
});

import { type Message, SYSTEM } from '@countersign/contract';
import { expect, test } from 'vitest';
import { callsSoFar } from './calls-so-far.ts';

const result = (call: string, more: Partial<Extract<Message, { role: 'tool' }>> = {}): Message => ({
  ...{ role: 'tool', call, tool: 'mail_send', content: {}, isError: false, label: SYSTEM },
  ...more,
});
const count = (id: string, messages: readonly Message[]) =>
  callsSoFar(messages, { id, action: 'mail.send' });

test('a call is counted once, however often the model is told of it, and while a person is asked about it', () => {
  const told = [result('run_1.1'), result('run_1.2'), result('run_1.1', { late: true })];
  expect(count('run_1.9', told)).toBe(2);
  expect(
    count('run_1.9', [result('run_1.1'), result('run_1.5', { wish: 'run_1.1', late: true })]),
  ).toBe(1);
  expect(count('run_1.9', [result('run_1.1', { tool: 'mail_read' })])).toBe(0);
});

test('what was wished for later takes no place from a call that a person was asked about', () => {
  const told = [result('run_1.1'), result('run_1.2'), result('run_1.10')];
  expect(count('run_1.1', told)).toBe(0);
  expect(count('run_1.11', told)).toBe(3);
});

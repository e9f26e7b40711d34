import { expect, test } from 'vitest';
import { Backlog } from './backlog.ts';

const text = (said: string) => ({ kind: 'text', text: said }) as const;

test('words that fall together are one, and stay before the entries they came before', () => {
  const backlog = new Backlog(1000);
  backlog.delta(text('a'));
  backlog.delta(text('b'));
  backlog.entries();
  backlog.entries();
  backlog.delta(text('c'));
  backlog.delta({ kind: 'tool', tool: 'mail_read' });
  const order = [backlog.take(), backlog.take(), backlog.take(), backlog.take(), backlog.take()];
  expect(order).toEqual([
    { kind: 'delta', delta: text('ab') },
    { kind: 'entries' },
    { kind: 'delta', delta: text('c') },
    { kind: 'delta', delta: { kind: 'tool', tool: 'mail_read' } },
    undefined,
  ]);
});

test('once words were dropped none follow until an entry was sent, though there is room again', () => {
  const backlog = new Backlog(100);
  backlog.delta(text('kept'));
  backlog.delta(text('x'.repeat(200)));
  expect(backlog.take()).toEqual({ kind: 'delta', delta: text('kept') });
  backlog.delta(text('after the hole'));
  expect(backlog.take()).toBeUndefined();
  backlog.entrySent();
  backlog.delta(text('next'));
  expect(backlog.take()).toEqual({ kind: 'delta', delta: text('next') });
});

test('the bound holds however the words are cut, and is free again when they are taken', () => {
  const backlog = new Backlog(1000);
  for (let i = 0; i < 10_000; i++) backlog.delta(text('word '));
  const taken = backlog.take();
  expect(JSON.stringify(taken).length).toBeLessThan(1200);
  expect(backlog.take()).toBeUndefined();
  backlog.entrySent();
  backlog.delta(text('x'.repeat(900)));
  expect(backlog.take()).toBeDefined();
});

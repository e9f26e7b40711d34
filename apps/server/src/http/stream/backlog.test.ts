import { expect, test } from 'vitest';
import { Backlog } from './backlog.ts';

const text = (said: string) => ({ kind: 'text', text: said }) as const;

test('words that fall together are one, and stay before the entries they came before', () => {
  const backlog = new Backlog(1000);
  backlog.delta(text('a'));
  backlog.delta(text('b'));
  backlog.entries(null);
  backlog.entries(null);
  backlog.delta(text('c'));
  backlog.delta({ kind: 'tool', tool: 'mail_read' });
  const order = [backlog.take(), backlog.take(), backlog.take(), backlog.take(), backlog.take()];
  expect(order).toEqual([
    { kind: 'delta', delta: text('ab') },
    { kind: 'entries', fresh: null },
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

test('entries that come along wait as they are, and no more of them than are cheap to keep', () => {
  const backlog = new Backlog(100);
  const fresh = (after: number) => ({ after, entries: () => [] });
  for (let after = 0; after < 40; after++) backlog.entries(fresh(after));
  const taken = Array.from({ length: 17 }, () => backlog.take());
  expect(taken.slice(0, 16).map((one) => one?.kind === 'entries' && one.fresh?.after)).toEqual(
    Array.from({ length: 16 }, (_, after) => after),
  );
  expect(taken[16]).toEqual({ kind: 'entries', fresh: null });
  expect(backlog.take()).toBeUndefined();
  backlog.entries(fresh(40));
  expect(backlog.take()).toMatchObject({ fresh: { after: 40 } });
});

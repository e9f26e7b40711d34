import { expect, test } from 'vitest';
import { fold, performances } from './index.ts';
import { answered, BASIS, done, gave, held, reply, run, started } from './testing/events.ts';

test('what calls gave can be referred to, also where a person changed their arguments', () => {
  const state = run(
    started,
    reply('run_1.0', '', ['mail_read', 'mail_send', 'mail_send']),
    gave('run_1.1', { id: 'a' }),
    done('run_1.2', { id: 'without a basis' }),
    held('run_1.3', 'qst_1'),
  );
  const read = { action: 'mail.read', connection: 'con_1', args: { to: 'r0' }, ...BASIS };
  expect(performances(state)).toEqual([{ ...read, value: { id: 'a' } }]);
  const edited = run(
    started,
    reply('run_1.0', '', ['mail_send']),
    held('run_1.1', 'qst_1'),
    answered('run_1.1', 'qst_1', { kind: 'edit', callHash: 'h', args: { to: 'me' } }),
    gave('run_1.2', { result: 'b' }),
  );
  const send = { action: 'mail.send', connection: 'con_1', args: { to: 'me' }, ...BASIS };
  expect(performances(edited)).toEqual([{ ...send, value: { result: 'b' } }]);
});

test('a run that began before results could be referred to goes on, and refers to none of those', () => {
  const before = run(started, reply('run_1.0', '', ['mail_read', 'mail_read']));
  expect(performances(before)).toEqual([]);
  const after = fold(fold(before, done('run_1.1', { id: 'old' })), gave('run_1.2', { id: 'new' }));
  expect(performances(after).map(({ value }) => value)).toEqual([{ id: 'new' }]);
});

import type { RunEvent } from '@countersign/contract';
import { expect, test } from 'vitest';
import { wished } from './index.ts';
import { answered, done, held, reply, run, started } from './testing/events.ts';

const idsOf = (...events: readonly RunEvent[]) => wished(run(...events)).map(({ call }) => call);

test('what a run has wished for counts from the moment it was wished for, not from its result', () => {
  const asking = [started, reply('run_1.0', '', ['mail_read', 'mail_read'])] as const;
  expect(idsOf(...asking)).toEqual(['run_1.1', 'run_1.2']);
  expect(idsOf(...asking, done('run_1.1', {}))).toEqual(['run_1.1', 'run_1.2']);
  expect(idsOf(...asking, done('run_1.1', {}), done('run_1.2', {}))).toEqual([
    'run_1.1',
    'run_1.2',
  ]);
});

test('a call that a person changed is the wish it was made of', () => {
  const edited = run(
    started,
    reply('run_1.0', '', ['mail_send']),
    held('run_1.1', 'qst_1'),
    answered('run_1.1', 'qst_1', { kind: 'edit', callHash: 'h', args: { to: 'me' } }),
  );
  expect(wished(edited)).toMatchObject([{ call: 'run_1.2', tool: 'mail_send', wish: 'run_1.1' }]);
});

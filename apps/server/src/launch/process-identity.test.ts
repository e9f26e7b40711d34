import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { must } from '@countersign/contract';
import { expect, test } from 'vitest';
import { identify, isRunning } from './process-identity.ts';

test('a process is itself for as long as it runs, and nobody afterwards', async () => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const identity = must(identify(child.pid ?? 0), 'it runs');
  expect(isRunning(identity)).toBe(true);
  child.stdin.end();
  await once(child, 'close');
  expect(isRunning(identity)).toBe(false);
});

test('another start under the same number is another process', () => {
  const identity = must(identify(process.pid), 'this process runs');
  expect(isRunning({ ...identity, started: `${identity.started}0` })).toBe(false);
});

test('a number that nobody has is nobody', () => {
  expect(identify(2 ** 30)).toBeNull();
});

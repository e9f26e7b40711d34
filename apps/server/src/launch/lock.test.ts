import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must } from '@countersign/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Holder, takeLock } from './lock.ts';
import { identify } from './process-identity.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-lock-'));
  path = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

const self: Holder = {
  ...must(identify(process.pid), 'this process runs'),
  address: 'http://127.0.0.1:1',
};
/** The process number is taken, by somebody who started at another time. */
const dead: Holder = { ...self, started: 'an earlier life' };

test('a folder has one holder at a time, who is named to the next', () => {
  expect(takeLock(path, self).kind).toBe('taken');
  expect(takeLock(path, self)).toEqual({ kind: 'held', by: self });
});

test('a released lock can be taken, and nothing else stays in the folder', () => {
  const first = takeLock(path, self);
  if (first.kind === 'taken') first.lock.release();
  expect(readdirSync(folder)).toEqual([]);
  expect(takeLock(path, self).kind).toBe('taken');
  expect(readdirSync(folder)).toEqual(['lock']);
});

test.each([
  ['whose number another process has now', JSON.stringify(dead)],
  ['of a number that nobody has', JSON.stringify({ ...self, pid: 2 ** 30 })],
  ['that a power cut left empty', ''],
  ['that a power cut left half', '{"pid": 12'],
])('a lock %s is taken over', (_, text) => {
  writeFileSync(path, text);
  expect(takeLock(path, self).kind).toBe('taken');
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(self);
  expect(readdirSync(folder)).toEqual(['lock']);
});

test('who comes back late does not release the lock of another', () => {
  const late = takeLock(path, self);
  writeFileSync(path, JSON.stringify(dead));
  if (late.kind === 'taken') late.lock.release();
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(dead);
});

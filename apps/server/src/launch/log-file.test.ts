import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLog } from './log-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a log begins anew at its limit and keeps three old ones', () => {
  const log = openLog(join(folder, 'x.log'), 10);
  for (const word of ['one', 'two', 'three', 'four', 'five']) log.write(`${word.padEnd(11)}\n`);
  expect(readdirSync(folder).sort()).toEqual(['x.log', 'x.log.1', 'x.log.2', 'x.log.3']);
  expect(readFileSync(join(folder, 'x.log'), 'utf8').trim()).toBe('five');
  expect(readFileSync(join(folder, 'x.log.3'), 'utf8').trim()).toBe('two');
});

test('a log is added to by the next start', () => {
  openLog(join(folder, 'x.log')).write('one\n');
  openLog(join(folder, 'x.log')).write('two\n');
  expect(readFileSync(join(folder, 'x.log'), 'utf8')).toBe('one\ntwo\n');
});

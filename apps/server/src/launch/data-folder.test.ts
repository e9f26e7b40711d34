import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDataFolder } from './data-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-data-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a new folder is private from the start', () => {
  const made = openDataFolder(join(folder, 'a/b'));
  for (const path of [made.root, made.logs, made.broker]) {
    expect(statSync(path).mode & 0o777).toBe(0o700);
  }
});

test('a file in its place is said and left alone', () => {
  const file = join(folder, 'data');
  writeFileSync(file, 'mine');
  expect(() => openDataFolder(file)).toThrow(
    expect.objectContaining({
      code: 'LAUNCH_DATA_UNWRITABLE',
      message: expect.stringContaining('a file stands where the folder should be'),
    }),
  );
  expect(() => openDataFolder(join(file, 'below'))).toThrow(/a file stands where/);
  expect(readFileSync(file, 'utf8')).toBe('mine');
});

test('a folder of the system that nobody may write is said with the way out', () => {
  expect(() => openDataFolder('/proc/countersign')).toThrow(/Choose another with --data/);
});

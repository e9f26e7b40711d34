import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readCredentials, readSessionKey } from './credentials.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-credentials-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('passwords are made once, differ from each other, and are their owner’s alone', () => {
  const file = join(folder, 'db.json');
  const made = readCredentials(file);
  expect(readCredentials(file)).toEqual(made);
  expect(new Set(Object.values(made)).size).toBe(3);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a file that is not whole is a fault that quotes nothing of it', () => {
  const file = join(folder, 'db.json');
  writeFileSync(file, '{"superuser":"hush-hush');
  expect(() => readCredentials(file)).toThrow(
    expect.objectContaining({
      code: 'LAUNCH_DATA_DAMAGED',
      message: expect.not.stringContaining('hush'),
    }),
  );
  expect(() => readCredentials(file)).toThrow(
    expect.not.objectContaining({ cause: expect.anything() }),
  );
});

test('the session key is made once, and half a key is refused', () => {
  const file = join(folder, 'session.key');
  expect(readSessionKey(file)).toBe(readSessionKey(file));
  writeFileSync(file, 'short');
  expect(() => readSessionKey(file)).toThrow(
    expect.objectContaining({ code: 'LAUNCH_DATA_DAMAGED' }),
  );
});

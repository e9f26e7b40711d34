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
  expect(new Set(Object.values(made)).size).toBe(4);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a file from before sign-in had a role of its own keeps its passwords and gets one more', () => {
  const file = join(folder, 'db.json');
  const { countersign_auth, ...older } = readCredentials(file);
  writeFileSync(file, JSON.stringify(older));
  const read = readCredentials(file);
  expect(read).toMatchObject(older);
  expect(read.countersign_auth).toMatch(/^[\w-]{32}$/);
  expect(read.countersign_auth).not.toBe(countersign_auth);
  expect(readCredentials(file)).toEqual(read);
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

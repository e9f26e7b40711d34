import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { brokerFault } from '../errors.ts';
import { open, seal } from '../secrets/envelope.ts';
import { type KeyPowers, openKeyFile } from './key-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keys-'));
});
afterEach(() => rm(folder, { recursive: true }));

const powers = (sealedWith: KeyPowers['sealedWith'] = async () => null): KeyPowers => ({
  randomBytes: (length) => randomBytes(length),
  sealedWith,
});
const path = () => join(folder, 'kek.key');

test('the first start makes a key that only its owner can read, and leaves nothing else behind', async () => {
  await openKeyFile(folder, powers());
  expect((await stat(path())).mode & 0o777).toBe(0o600);
  expect((await readdir(folder)).sort()).toEqual(['kek.id', 'kek.key']);
});

test('the second start opens what the first one sealed', async () => {
  const first = await openKeyFile(folder, powers());
  const sealed = seal(first, 'it', Buffer.from('value'), randomBytes);
  const second = await openKeyFile(
    folder,
    powers(async () => first.id),
  );
  expect(second.id).toBe(first.id);
  expect(open(second, 'it', sealed)?.toString()).toBe('value');
});

test('another key file is told by its fingerprint, and left as it is', async () => {
  await openKeyFile(folder, powers());
  const other = `countersign-kek-1 ${randomBytes(32).toString('base64')}\n`;
  await writeFile(path(), other);
  await expect(openKeyFile(folder, powers())).rejects.toMatchObject({ code: 'BROKER_KEY_WRONG' });
  expect(await readFile(path(), 'utf8')).toBe(other);
});

test('a key that did not seal the database’s secrets is told even in a fresh folder', async () => {
  await openKeyFile(folder, powers());
  await expect(
    openKeyFile(
      folder,
      powers(async () => 'ff00'),
    ),
  ).rejects.toMatchObject({
    code: 'BROKER_KEY_WRONG',
  });
});

test.each([
  ['a fingerprint', async () => writeFile(join(folder, 'kek.id'), 'ff00\n'), null],
  ['sealed secrets', async () => undefined, 'ff00'],
])('no key is made where there is %s of one that is gone', async (_what, prepare, sealedId) => {
  await prepare();
  const before = await readdir(folder);
  await expect(
    openKeyFile(
      folder,
      powers(async () => sealedId),
    ),
  ).rejects.toMatchObject({
    code: 'BROKER_KEY_MISSING',
  });
  expect(await readdir(folder)).toEqual(before);
});

test.each(['', 'garbage', 'countersign-kek-1', 'countersign-kek-1 AAAA', 'countersign-kek-9 AAAA'])(
  'a file that says %j is no key',
  async (text) => {
    await writeFile(path(), text, { mode: 0o600 });
    await expect(openKeyFile(folder, powers())).rejects.toMatchObject({ code: 'BROKER_KEY_WRONG' });
  },
);

test.each([0o640, 0o604, 0o644, 0o660])('a key file of mode %o is not used', async (mode) => {
  await openKeyFile(folder, powers());
  await chmod(path(), mode);
  await expect(openKeyFile(folder, powers())).rejects.toMatchObject({
    code: 'BROKER_KEY_EXPOSED',
    message: expect.stringContaining('chmod 600') as string,
  });
});

test('while the database is down a known key is used, and none is made', async () => {
  const down = () => Promise.reject(brokerFault('BROKER_DATABASE_DOWN'));
  await expect(openKeyFile(folder, powers(down))).rejects.toMatchObject({
    code: 'BROKER_DATABASE_DOWN',
  });
  expect(await readdir(folder)).toEqual([]);
  const made = await openKeyFile(folder, powers());
  expect((await openKeyFile(folder, powers(down))).id).toBe(made.id);
});

import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isInstalled, tooOld } from './deps.mjs';
import { folderOf } from './test/folder-of.ts';

const lock = {
  'package-lock.json': JSON.stringify({
    packages: {
      '': {},
      'packages/gateway': { version: '0.1.0' },
      'node_modules/@countersign/gateway': { resolved: 'packages/gateway', link: true },
      'node_modules/zod': { version: '4.6.7' },
      'node_modules/for-another-machine': { version: '1.0.0', optional: true },
    },
  }),
  'packages/gateway/package.json': '{}',
};
const note = (version: string) => ({
  'node_modules/.package-lock.json': JSON.stringify({
    packages: { 'node_modules/zod': { version } },
  }),
});

async function linkGateway(root: string): Promise<void> {
  await mkdir(join(root, 'node_modules/@countersign'), { recursive: true });
  await symlink('../../packages/gateway', join(root, 'node_modules/@countersign/gateway'));
}

test('an install that npm noted with the locked versions is taken as it is', async () => {
  const root = await folderOf({ ...lock, ...note('4.6.7') });
  await linkGateway(root);
  expect(isInstalled(root)).toBe(true);
});

test('another version than the locked one, or no note at all, is no install', async () => {
  const other = await folderOf({ ...lock, ...note('4.6.6') });
  await linkGateway(other);
  expect(isInstalled(other)).toBe(false);
  expect(isInstalled(await folderOf(lock))).toBe(false);
});

test('a copied folder in which our own packages became copies is no install', async () => {
  const copied = { 'node_modules/@countersign/gateway/package.json': '{}' };
  expect(isInstalled(await folderOf({ ...lock, ...note('4.6.7'), ...copied }))).toBe(false);
});

test("a stamp from another kind of machine is no install: its binaries are that machine's", async () => {
  const stamp = { 'node_modules/.countersign-lock': 'abc plan9-mips' };
  const root = await folderOf({ ...lock, ...note('4.6.7'), ...stamp });
  await linkGateway(root);
  expect(isInstalled(root)).toBe(false);
});

test('a Node before 20.19 is refused in a sentence that says what to do', () => {
  expect(tooOld('20.19.0')).toBeUndefined();
  expect(tooOld('24.0.1')).toBeUndefined();
  expect(tooOld('20.18.3')).toContain('Install a newer Node');
  expect(tooOld('18.20.0')).toContain('this is 18.20.0');
});

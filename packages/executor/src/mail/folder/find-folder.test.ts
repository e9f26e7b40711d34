import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFolder } from './find-folder.ts';

let top: string;
beforeAll(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), 'find-folder-')));
  for (const folder of ['files/inbox/cur', 'files-of-others', 'secret', 'mounted/mail'])
    await mkdir(join(top, folder), { recursive: true });
  await writeFile(join(top, 'files/a-file'), '');
  await symlink(join(top, 'secret'), join(top, 'files/link-out'));
  await symlink(join(top, 'files/inbox'), join(top, 'files/link-in'));
  await symlink('..', join(top, 'files/up'));
  await symlink(join(top, 'mounted'), join(top, 'root-link'));
});
afterAll(() => rm(top, { recursive: true }));

const at = (path: string) => join(top, path);
const find = (name: string) => findFolder(name, at('files'), [at('files'), at('root-link')]);

test.each([
  ['the root', () => at('files'), 'files'],
  ['a folder below it', () => at('files/inbox'), 'files/inbox'],
  ['a folder by its name below the first', () => 'inbox', 'files/inbox'],
  ['a way that stays inside', () => at('files/inbox/../inbox/./cur'), 'files/inbox/cur'],
  ['a link that stays inside', () => 'link-in', 'files/inbox'],
  ['a folder below a root that is a link', () => at('root-link/mail'), 'mounted/mail'],
  ['the same by its real path', () => at('mounted/mail'), 'mounted/mail'],
])('%s is found', async (_what, name, path) => {
  expect(await find(name())).toEqual({ kind: 'found', path: at(path) });
});

test.each([
  ['/', () => '/'],
  ['/etc', () => '/etc'],
  ['/proc/self/environ', () => '/proc/self/environ'],
  ['another folder', () => at('secret')],
  ['a folder whose name begins alike', () => at('files-of-others')],
  ['the folder above', () => '..'],
  ['a way out', () => '../secret'],
  ['a way out through what is inside', () => at('files/inbox/../../secret')],
  ['a link that leads out', () => 'link-out'],
  ['a link to the folder above', () => 'up/secret'],
  ['a name with a zero', () => 'inbox\0/../../secret'],
  ['what is not there, outside', () => at('secret/nothing')],
])('%s is outside, and nothing else is told of it', async (_what, name) => {
  expect(await find(name())).toEqual({ kind: 'outside' });
});

test.each(['nothing', 'a-file', 'inbox/nothing'])('%s is missing', async (name) => {
  expect(await find(name)).toEqual({ kind: 'missing' });
});

test('a folder that becomes a link to the outside is outside from then on', async () => {
  await mkdir(at('files/turns'));
  expect(await find('turns')).toMatchObject({ kind: 'found' });
  await rename(at('files/turns'), at('files/turned'));
  await symlink(at('secret'), at('files/turns'));
  expect(await find('turns')).toEqual({ kind: 'outside' });
});

test('without roots, or with roots that are not there, everything is outside', async () => {
  expect(await findFolder(at('files'), at('files'), [])).toEqual({ kind: 'outside' });
  expect(await findFolder(at('gone/mail'), at('files'), [at('gone')])).toEqual({ kind: 'missing' });
});

import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openFileRoots } from './file-roots.ts';

let top: string;
const problems: unknown[] = [];
const at = (path: string) => join(top, path);
const open = () =>
  openFileRoots({
    data: at('data'),
    named: [at('mounted')],
    report: (error) => problems.push(error),
  });
const allow = (text: string) => writeFile(at('data/mail-folders.json'), text);

beforeEach(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), 'file-roots-')));
  for (const folder of ['data/example/mailbox', 'data/broker', 'mounted/mail', 'home/mail'])
    await mkdir(at(folder), { recursive: true });
  problems.length = 0;
});
afterEach(() => rm(top, { recursive: true }));

test('a folder below `files`, the example’s, and those the operator has named are found', async () => {
  const find = await open();
  await mkdir(at('data/files/inbox'));
  for (const [name, path] of [
    ['inbox', 'data/files/inbox'],
    [at('data/files'), 'data/files'],
    [at('data/example/mailbox'), 'data/example/mailbox'],
    [at('mounted/mail'), 'mounted/mail'],
  ] as const)
    expect(await find(name)).toEqual({ kind: 'found', path: at(path) });
});

test.each(['/etc', '/', 'data', 'data/broker', 'data/example', 'home/mail', '../broker'])(
  '%s is outside',
  async (name) => {
    const find = await open();
    const named = name.startsWith('data') || name.startsWith('home') ? at(name) : name;
    expect(await find(named)).toEqual({ kind: 'outside' });
  },
);

test('a folder that is named in the data folder counts at once, and no longer than it stands there', async () => {
  const find = await open();
  await allow(JSON.stringify([at('home/mail')]));
  expect(await find(at('home/mail'))).toEqual({ kind: 'found', path: at('home/mail') });
  expect(await find(at('home'))).toEqual({ kind: 'outside' });
  await allow('[]');
  expect(await find(at('home/mail'))).toEqual({ kind: 'outside' });
  expect(problems).toEqual([]);
});

test.each(['', '{', '{}', '[1]', '["home/mail"]', '[".."]'])(
  'a list of folders that reads %j opens nothing, and is reported',
  async (text) => {
    const find = await open();
    await allow(text);
    expect(await find(at('home/mail'))).toEqual({ kind: 'outside' });
    expect(await find('.')).toMatchObject({ kind: 'found' });
    expect(problems).toHaveLength(2);
  },
);

test('a link in `files` opens nothing that is not allowed by itself', async () => {
  const find = await open();
  await symlink(at('home/mail'), at('data/files/linked'));
  expect(await find('linked')).toEqual({ kind: 'outside' });
  await allow(JSON.stringify([at('home/mail')]));
  expect(await find('linked')).toEqual({ kind: 'found', path: at('home/mail') });
});

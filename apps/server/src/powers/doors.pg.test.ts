import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@countersign/contract';
import { checkpointSigner, memoryWitness } from '@countersign/record';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openStores, type Stores } from './stores.ts';
import { systemPowers } from './system.ts';
import { type TestApp, testApp } from './testing/app.ts';
import { type MigratedDatabase, migratedDatabase } from './testing/database.ts';

// The doors as they are wired, over the real stores: what stands between the two is seen nowhere else.

const powers = systemPowers();
const workspace = newId('workspace', powers);
let database: MigratedDatabase;
let top: string;
let stores: Stores;
let app: TestApp;
const problems: string[] = [];

beforeAll(async () => {
  database = await migratedDatabase(inject('postgresUrl'));
  stores = await openStores({ url: database.url, password: database.appPassword }, powers);
  const signer = checkpointSigner(new Uint8Array(32).fill(7), memoryWitness());
  top = await realpath(await mkdtemp(join(tmpdir(), 'doors-')));
  for (const folder of ['files/inbox', 'secret'])
    await mkdir(join(top, folder), { recursive: true });
  for (const folder of ['files/inbox', 'secret'])
    await writeFile(
      join(top, folder, 'one.eml'),
      'From: a@example.com\r\nSubject: hi\r\n\r\nhi\r\n',
    );
  app = testApp({
    stores,
    signer,
    report: (what) => problems.push(what),
    files: join(top, 'files'),
  });
  await stores.config.createWorkspace(
    { id: workspace, name: 'Doors', createdAt: powers.now() },
    { person: 'usr_owner', name: 'Ann', email: 'ann@example.com', role: 'owner' },
  );
});
afterAll(async () => {
  await stores.record.close();
  await database.drop();
  await rm(top, { recursive: true });
});

async function send(method: string, path: string, body?: object) {
  const answer = await app.request(`/api/v1/workspaces/${workspace}/${path}`, {
    method,
    headers: {
      origin: 'http://localhost',
      cookie: 'session=usr_owner',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

test('a secret that is entered with a connection is stored with it', async () => {
  const config = { kind: 'model', provider: 'openai', secret: 'KEY' };
  const put = { name: 'Model', config, secret: 'hush-hush' };
  expect(await send('PUT', 'connections/con_model', put)).toMatchObject({ status: 200 });
  expect((await send('GET', 'secrets')).body).toMatchObject({
    items: [{ name: 'KEY', version: 1, connection: 'con_model' }],
  });
  expect(problems).toEqual([]);
});

const mailbox = (folder: string) => ({
  name: 'Mail',
  config: { kind: 'mailbox', folder, owner: 'ann@example.com' },
});

test('a mailbox is set up within the folders that may be read, and its mails are seen', async () => {
  expect(await send('PUT', 'connections/con_in', mailbox('inbox'))).toMatchObject({ status: 200 });
  expect((await send('GET', 'mailbox/con_in')).body).toMatchObject({ items: [{ subject: 'hi' }] });
});

test.each(['/etc', '../secret', '/proc/self', 'inbox/../../secret'])(
  'a mailbox at %s is refused by its field, with the way out',
  async (folder) => {
    const put = await send('PUT', 'connections/con_out', mailbox(folder));
    expect(put).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 'HTTP_INVALID',
          field: 'config.folder',
          message: expect.stringMatching(/outside.*`files`.*COUNTERSIGN_FILES_ROOTS/s) as string,
        },
      },
    });
  },
);

test('a row that names a folder outside, or a link that came to lead there, opens no door', async () => {
  const row = { id: 'con_row', workspace, ...mailbox(join(top, 'secret')) };
  const config = { ...row.config, kind: 'mailbox' as const, addresses: [] };
  await stores.config.putConnection({ ...row, config }, 'usr_owner');
  const link = mailbox('link');
  await symlink(join(top, 'files/inbox'), join(top, 'files/link'));
  expect(await send('PUT', 'connections/con_link', link)).toMatchObject({ status: 200 });
  await rm(join(top, 'files/link'));
  await symlink(join(top, 'secret'), join(top, 'files/link'));
  for (const id of ['con_row', 'con_link'])
    expect(await send('GET', `mailbox/${id}`)).toMatchObject({
      status: 409,
      body: { error: { code: 'HTTP_MAILBOX' } },
    });
});

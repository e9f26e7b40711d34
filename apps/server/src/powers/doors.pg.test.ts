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
let stores: Stores;
let app: TestApp;
const problems: string[] = [];

beforeAll(async () => {
  database = await migratedDatabase(inject('postgresUrl'));
  stores = await openStores({ url: database.url, password: database.appPassword }, powers);
  const signer = checkpointSigner(new Uint8Array(32).fill(7), memoryWitness());
  app = testApp({ stores, signer, report: (what) => problems.push(what) });
  await stores.config.createWorkspace(
    { id: workspace, name: 'Doors', createdAt: powers.now() },
    { person: 'usr_owner', name: 'Ann', email: 'ann@example.com', role: 'owner' },
  );
});
afterAll(async () => {
  await stores.record.close();
  await database.drop();
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

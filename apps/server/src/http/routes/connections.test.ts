import type { Connection } from '@countersign/contract';
import { expect, test } from 'vitest';
import { errorOf, jsonOf } from '../testing/error-of.ts';
import { memorySecrets } from '../testing/memory-secrets.ts';
import { HOME, world } from '../testing/world.ts';

const API = {
  kind: 'http',
  baseUrl: 'https://api.example.com',
  paths: ['/'],
  methods: ['GET'],
  auth: { kind: 'header', header: 'authorization', prefix: 'Bearer ', secret: 'KEY' },
  allowPrivate: false,
  cleared: false,
};

/** A workspace in which an admin has entered the secret of the connection `con_api`. */
async function entered() {
  const secrets = memorySecrets();
  const broker = { isAway: false };
  const w = await world({
    secrets: {
      ...secrets,
      secretState: (request) =>
        broker.isAway ? Promise.reject(new Error('it is away')) : secrets.secretState(request),
    },
  });
  const put = (id: string, body: object) => w.as('usr_admin')('PUT', `connections/${id}`, body);
  const first = await put('con_api', { name: 'API', config: API, secret: 'hush-1' });
  expect([first.status, Object.keys(await jsonOf<object>(first))]).toEqual([
    200,
    ['id', 'workspace', 'name', 'config'],
  ]);
  const stored = async (): Promise<Connection | null> => w.doors.config.connection(HOME, 'con_api');
  const listed = async () =>
    (await jsonOf<{ items: object[] }>(await w.as('usr_admin')('GET', 'secrets'))).items;
  return { w, broker, secrets, put, stored, listed };
}

test('a secret is entered with its connection, goes to the broker, and comes back from nowhere', async () => {
  const { w, secrets, listed } = await entered();
  expect(secrets.values).toEqual(['hush-1']);
  expect(await listed()).toEqual([
    {
      name: 'KEY',
      version: 1,
      createdAt: w.clock.now(),
      createdBy: 'usr_admin',
      connection: 'con_api',
      state: 'ready',
      enteredFor: null,
    },
  ]);
  for (const path of ['secrets', 'connections'])
    expect(await (await w.as('usr_admin')('GET', path)).text()).not.toContain('hush');
});

test('a connection that is to lead elsewhere wants its secret again, and says where and how', async () => {
  const { secrets, put, stored, listed } = await entered();
  const moved = { ...API, baseUrl: 'https://other.example.com' };
  const refused = await put('con_api', { name: 'API', config: moved });
  const { code, field, message } = await errorOf(refused);
  expect([refused.status, code, field]).toEqual([400, 'HTTP_SECRET_AGAIN', 'config.baseUrl']);
  expect(message).toMatch(/entered for https:\/\/api\.example\.com\. .*the secret again.*`secret`/);
  expect((await stored())?.config).toEqual(API);
  expect((await put('con_api', { name: 'API', config: moved, secret: 'hush-2' })).status).toBe(200);
  expect((await stored())?.config).toEqual(moved);
  expect(secrets.values).toEqual(['hush-1', 'hush-2']);
  expect(await listed()).toMatchObject([{ name: 'KEY', version: 2, state: 'ready' }]);
});

test('a connection that was rewritten behind our back shows where its secret was entered for', async () => {
  const { w, listed, stored } = await entered();
  const row = (await stored()) as Connection;
  const config = { ...row.config, baseUrl: 'https://evil.example.com' } as Connection['config'];
  await w.doors.config.putConnection({ ...row, config }, 'usr_admin');
  expect(await listed()).toMatchObject([
    { name: 'KEY', state: 'elsewhere', enteredFor: 'https://api.example.com' },
  ]);
});

test('what does not concern the destination is changed without it', async () => {
  const { secrets, put, stored } = await entered();
  const config = { ...API, cleared: true };
  expect((await put('con_api', { name: 'Renamed', config })).status).toBe(200);
  expect(await stored()).toMatchObject({ name: 'Renamed', config: { cleared: true } });
  expect(secrets.values).toEqual(['hush-1']);
});

test('a connection may be set up before its secret is there, and is told to lack it', async () => {
  const w = await world();
  const admin = w.as('usr_admin');
  expect((await admin('PUT', 'connections/con_api', { name: 'API', config: API })).status).toBe(
    200,
  );
  const put = await admin('PUT', 'secrets/KEY', { value: 'hush', connection: 'con_api' });
  expect(await put.json()).toEqual({ name: 'KEY', version: 1 });
});

test.each([
  ['no such connection', 'KEY', 'con_none'],
  ['a connection that names another', 'OTHER', 'con_api'],
  ['a connection that names none', 'KEY', 'con_mail'],
])('a value for %s is not sealed', async (_what, name, connection) => {
  const { w, secrets } = await entered();
  const put = await w.as('usr_admin')('PUT', `secrets/${name}`, { value: 'hush-3', connection });
  expect([put.status, (await errorOf(put)).field]).toEqual([400, 'connection']);
  expect(secrets.values).toEqual(['hush-1']);
});

test.each([
  [
    'the secret of another connection',
    { config: API, secret: 'hush-3' },
    'config.auth.secret',
    /`KEY` is the one of the connection `con_api`; name another/,
  ],
  [
    'a destination that is none',
    {
      config: {
        ...API,
        baseUrl: 'https://ann@api.example.com',
        auth: { ...API.auth, secret: 'OWN' },
      },
      secret: 'hush-3',
    },
    'config.baseUrl',
    /change this field/,
  ],
  [
    'a value and no secret',
    { config: { ...API, auth: { kind: 'none' } }, secret: 'hush-3' },
    'secret',
    /leave the value out/,
  ],
])('a connection with %s is not stored', async (_what, body, field, says) => {
  const { w, secrets, put } = await entered();
  const answer = await put('con_two', { name: 'Two', ...body });
  const error = await errorOf(answer);
  expect([answer.status, error.code, error.field]).toEqual([400, 'HTTP_INVALID', field]);
  expect(error.message).toMatch(says);
  expect(JSON.stringify(error)).not.toContain('hush');
  expect(await w.doors.config.connection(HOME, 'con_two')).toBeNull();
  expect(secrets.values).toEqual(['hush-1']);
});

test('a key that may change connections enters no secret without the scope for it', async () => {
  const { w, secrets } = await entered();
  const key = w.keyWith(['connections:write']);
  const body = { name: 'API', config: { ...API, baseUrl: 'https://other.example.com' } };
  const send = (more: object) => w.withKey(key)('PUT', 'connections/con_api', { ...body, ...more });
  const bare = await send({});
  expect([bare.status, (await errorOf(bare)).code]).toEqual([400, 'HTTP_SECRET_AGAIN']);
  const entering = await send({ secret: 'hush-3' });
  expect([entering.status, (await errorOf(entering)).code]).toEqual([403, 'HTTP_SCOPE_MISSING']);
  expect(secrets.values).toEqual(['hush-1']);
});

test('while the broker is away secrets are listed, and no connection with one is changed blindly', async () => {
  const { broker, put, stored, listed } = await entered();
  broker.isAway = true;
  expect(await listed()).toMatchObject([{ name: 'KEY', connection: 'con_api', state: null }]);
  const moved = { name: 'API', config: { ...API, baseUrl: 'https://other.example.com' } };
  expect((await put('con_api', moved)).status).toBe(500);
  expect((await stored())?.config).toEqual(API);
});

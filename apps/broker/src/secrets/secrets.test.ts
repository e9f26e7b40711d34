import type { ConnectionConfig } from '@countersign/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { REMEMBER_MS } from '../connections/book.ts';
import {
  asked,
  NEVER,
  type OpenBroker,
  openBroker,
  openUpstream,
  TestClock,
  textOf,
  type Upstream,
  WORKSPACE,
} from '../testing/open-broker.ts';

let broker: OpenBroker;
let upstream: Upstream;
const clock = new TestClock();

beforeAll(async () => {
  broker = await openBroker({ egress: { clock } });
  upstream = await openUpstream();
});
afterEach(() => {
  upstream.requests.length = 0;
  clock.advance(REMEMBER_MS);
});
afterAll(async () => {
  await upstream.close();
  await broker.close();
});

function api(secret: string, header = 'x-key'): ConnectionConfig {
  return {
    kind: 'http',
    baseUrl: upstream.url,
    paths: ['/'],
    methods: ['GET'],
    auth: { kind: 'header', header, prefix: '', secret },
    allowPrivate: true,
    cleared: false,
  };
}

async function keySeen(connection: string, workspace = WORKSPACE): Promise<unknown> {
  await textOf(await broker.client.broker.fetch(asked(connection, { workspace }), NEVER));
  return upstream.requests.at(-1)?.headers['x-key'];
}

test('the newest version of a secret counts, a second after it was set', async () => {
  broker.store.putConnection(WORKSPACE, 'api', api('key'));
  await broker.keep('api', 'first-value', 1);
  expect(await keySeen('api')).toBe('first-value');
  await broker.keep('api', 'second-value', 2);
  expect(await keySeen('api')).toBe('first-value');
  clock.advance(REMEMBER_MS);
  expect(await keySeen('api')).toBe('second-value');
});

test('many calls at once read a connection once', async () => {
  broker.store.putConnection(WORKSPACE, 'busy', api('busy'));
  await broker.keep('busy', 'some-value');
  broker.store.reads = 0;
  await Promise.all(Array.from({ length: 20 }, () => keySeen('busy')));
  expect(broker.store.reads).toBe(2);
});

test('an idle broker asks for nothing', async () => {
  await broker.client.health();
  broker.store.reads = 0;
  clock.advance(3_600_000);
  await broker.client.health();
  expect(broker.store.reads).toBe(0);
});

test('a secret that is not set is said to be, and so is one that no header can hold', async () => {
  broker.store.putConnection(WORKSPACE, 'unset', api('nothing'));
  await expect(keySeen('unset')).rejects.toMatchObject({ details: { reason: 'SECRET_MISSING' } });
  broker.store.putConnection(WORKSPACE, 'split', api('lines'));
  await broker.keep('split', 'value\r\nx-evil: 1');
  await expect(keySeen('split')).rejects.toMatchObject({ details: { reason: 'SECRET_UNFIT' } });
});

test.each(['Host', 'Content-Length', 'Transfer-Encoding', 'no header'])(
  'a secret is not put in %s, nor sealed for it',
  async (header) => {
    broker.store.putConnection(WORKSPACE, 'odd', api('key', header));
    await expect(broker.keep('odd', '12345')).rejects.toMatchObject({
      code: 'BROKER_CONNECTION_UNFIT',
      details: { field: 'auth.header' },
    });
    await expect(keySeen('odd')).rejects.toMatchObject({ details: { reason: 'CONNECTION_UNFIT' } });
  },
);

test.each([
  ['a mailbox', { kind: 'mailbox', folder: '/mail', owner: 'a@b.example', addresses: [] }, 'kind'],
  ['what needs no secret', http({ auth: { kind: 'none' } }), 'secret'],
  ['no address', http({ baseUrl: 'https://ann@api.example' }), 'baseUrl'],
  ['a model that is played', model({ provider: 'scripted' }), 'provider'],
  ['a model without an address', model({ provider: 'openai-compatible' }), 'baseUrl'],
  ['no host', smtp({ host: 'a host' }), 'host'],
] as const)('nothing is sealed for %s', async (_what, config, field) => {
  // Each is a whole configuration; the literals are wider than the union's members.
  const connection = { id: 'odd', config: config as ConnectionConfig };
  const asked = { workspace: WORKSPACE, connection, version: 1, value: 'canary-value' };
  const refusal = await broker.client.broker.seal(asked).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'BROKER_CONNECTION_UNFIT', details: { field } });
  expect(JSON.stringify(refusal)).not.toContain('canary');
});

function http(rest: object): object {
  const auth = { kind: 'basic', user: 'ann', secret: 'x' };
  const place = { baseUrl: 'https://api.example', paths: ['/'], methods: ['GET'] };
  return { kind: 'http', ...place, auth, allowPrivate: false, cleared: false, ...rest };
}

function model(rest: object): object {
  return { kind: 'model', secret: 'x', allowPrivate: false, ...rest };
}

function smtp(rest: object): object {
  const place = { port: 587, tls: 'starttls', from: 'a@b.example', secret: 'x' };
  return { kind: 'smtp', ...place, allowPrivate: false, ...rest };
}

test('a secret too short to be masked is not sealed', async () => {
  broker.store.putConnection(WORKSPACE, 'short', api('short'));
  await expect(broker.keep('short', 'abc')).rejects.toMatchObject({
    code: 'BROKER_SECRET_TOO_SHORT',
  });
});

test.each([
  ['workspace', { workspace: '' }],
  ['version', { version: 0 }],
  ['connection', { connection: { id: '', config: http({}) } }],
  ['configuration', { connection: { id: 'n', config: { kind: 'http' } } }],
])(
  'a secret whose %s cannot be is not sealed, and its value is in no word of ours',
  async (_what, wrong) => {
    const connection = { id: 'n', config: api('n') };
    const whole = { workspace: WORKSPACE, connection, version: 1, value: 'canary-value' };
    // What a server that is taken over might send.
    const sent = { ...whole, ...wrong } as typeof whole;
    const refusal = await broker.client.broker.seal(sent).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'BROKER_REQUEST_INVALID' });
    expect(JSON.stringify(refusal)).not.toContain('canary');
  },
);

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
  await broker.keep('key', 'first-value', 1);
  expect(await keySeen('api')).toBe('first-value');
  await broker.keep('key', 'second-value', 2);
  expect(await keySeen('api')).toBe('first-value');
  clock.advance(REMEMBER_MS);
  expect(await keySeen('api')).toBe('second-value');
});

test('many calls at once read a connection once', async () => {
  broker.store.putConnection(WORKSPACE, 'busy', api('key'));
  await broker.keep('key', 'some-value');
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

test('a sealed row that was moved, swapped or changed is refused, and the other side sees nothing', async () => {
  await broker.keep('one', 'value-of-one');
  await broker.keep('two', 'value-of-two');
  const [one, two] = [
    broker.store.secrets.get('ws_test one'),
    broker.store.secrets.get('ws_test two'),
  ];
  if (one === undefined || two === undefined) throw new Error('both were kept');
  const rows: [string, { version: number; sealed: unknown }][] = [
    ['another name’s row', two],
    ['another version', { ...one, version: 2 }],
    ['no envelope', { version: 1, sealed: { keyId: 'x' } }],
    ['no object', { version: 1, sealed: null }],
    ['another key', { version: 1, sealed: { ...(one.sealed as object), keyId: 'other' } }],
    ['a tag of nothing', { version: 1, sealed: { ...(one.sealed as object), tag: '' } }],
  ];
  broker.store.putConnection(WORKSPACE, 'tampered', api('one'));
  for (const [what, row] of rows) {
    broker.store.secrets.set('ws_test one', row);
    const refusal = broker.client.broker.fetch(asked('tampered'), NEVER);
    await expect(refusal, what).rejects.toMatchObject({
      code: 'EGRESS_REFUSED',
      details: { reason: 'SECRET_UNREADABLE' },
    });
    clock.advance(REMEMBER_MS);
  }
  broker.store.putConnection('ws_thief', 'api', api('one'));
  broker.store.secrets.set('ws_thief one', one);
  await expect(keySeen('api', 'ws_thief')).rejects.toMatchObject({
    details: { reason: 'SECRET_UNREADABLE' },
  });
  expect(upstream.requests).toEqual([]);
});

test('a secret that is not set is said to be, and so is one that no header can hold', async () => {
  broker.store.putConnection(WORKSPACE, 'unset', api('nothing'));
  await expect(keySeen('unset')).rejects.toMatchObject({ details: { reason: 'SECRET_MISSING' } });
  broker.store.putConnection(WORKSPACE, 'split', api('lines'));
  await broker.keep('lines', 'value\r\nx-evil: 1');
  await expect(keySeen('split')).rejects.toMatchObject({ details: { reason: 'SECRET_UNFIT' } });
});

test.each(['Host', 'Content-Length', 'Transfer-Encoding', 'no header'])(
  'a secret is not put in %s',
  async (header) => {
    broker.store.putConnection(WORKSPACE, 'odd', api('key', header));
    await broker.keep('key', '12345');
    await expect(keySeen('odd')).rejects.toMatchObject({ details: { reason: 'CONNECTION_UNFIT' } });
  },
);

test('a secret too short to be masked is not sealed', async () => {
  await expect(broker.keep('short', 'abc')).rejects.toMatchObject({
    code: 'BROKER_SECRET_TOO_SHORT',
  });
});

test.each([
  ['workspace', { workspace: 'a/b' }],
  ['version', { version: 0 }],
  ['name', { name: '' }],
])(
  'a secret whose %s cannot be is not sealed, and its value is in no word of ours',
  async (_what, wrong) => {
    const row = { workspace: WORKSPACE, name: 'n', version: 1, value: 'canary-value' };
    const refusal = await broker.client.broker
      .seal({ ...row, ...wrong })
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'BROKER_REQUEST_INVALID' });
    expect(JSON.stringify(refusal)).not.toContain('canary');
  },
);

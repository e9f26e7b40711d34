import { type ConnectionConfig, must } from '@countersign/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
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

// What a server that is taken over can do: it writes every row of connections, asks for whatever it likes, and
// has nothing of a secret that was entered before. Each attempt is made on rows that hold what it wrote.

let broker: OpenBroker;
let upstream: Upstream;
const clock = new TestClock();
const lookups: string[] = [];
const dials: string[] = [];

beforeAll(async () => {
  upstream = await openUpstream();
  const nowhere = (what: string, list: string[]) => {
    list.push(what);
    throw new Error('nobody is dialled in this test');
  };
  broker = await openBroker({
    egress: {
      clock,
      resolver: { resolve: async (host) => nowhere(host, lookups) },
      dialer: { dial: async ({ address, port }) => nowhere(`${address}:${port}`, dials) },
    },
  });
});
afterEach(() => {
  clock.advance(REMEMBER_MS);
  lookups.length = 0;
  dials.length = 0;
});
afterAll(async () => {
  await upstream.close();
  await broker.close();
});

type Http = Extract<ConnectionConfig, { kind: 'http' }>;
type Smtp = Extract<ConnectionConfig, { kind: 'smtp' }>;
type Model = Extract<ConnectionConfig, { kind: 'model' }>;

const API: Http = {
  kind: 'http',
  baseUrl: 'https://api.bank.example/v1',
  paths: ['/users', '/files/'],
  methods: ['GET', 'POST'],
  auth: { kind: 'header', header: 'Authorization', prefix: 'Bearer ', secret: 'token' },
  allowPrivate: false,
  cleared: false,
};
const MAIL: Smtp = {
  kind: 'smtp',
  host: 'mail.bank.example',
  port: 587,
  tls: 'starttls',
  from: 'ann@bank.example',
  user: 'ann',
  secret: 'password',
  allowPrivate: false,
};
const MODEL: Model = {
  kind: 'model',
  provider: 'openai-compatible',
  baseUrl: 'https://models.bank.example/v1',
  secret: 'key',
  allowPrivate: false,
};

/** Enters the secret for a connection, and then writes another row over it. */
async function rewritten(id: string, first: ConnectionConfig, then: unknown): Promise<void> {
  broker.store.putConnection(WORKSPACE, id, first);
  await broker.keep(id, 'canary-of-takeover');
  broker.store.connections.set(`${WORKSPACE} ${id}`, then);
}

/** What comes of an exchange; a connection that may be used is looked up, and finds nobody. */
function tried(id: string, url = '/users', workspace = WORKSPACE): Promise<unknown> {
  return broker.client.broker
    .fetch(asked(id, { url, workspace }), NEVER)
    .catch((error: unknown) => error);
}

function mailed(): Promise<unknown> {
  const envelope = { from: 'ann@bank.example', to: ['bob@theirs.example'] };
  const mail = { workspace: WORKSPACE, connection: 'mail', envelope, timeoutMs: 1000 };
  return broker.client.broker
    .smtp({ ...mail, raw: Buffer.from('Subject: hi\r\n\r\nhi\r\n') }, NEVER)
    .catch((error: unknown) => error);
}

function stays(): void {
  expect({ lookups, dials }).toEqual({ lookups: [], dials: [] });
}

describe('a row that was rewritten to lead elsewhere gets no secret', () => {
  const auth = API.auth as Extract<Http['auth'], { kind: 'header' }>;
  test.each<[string, string, Partial<Http>]>([
    ['another host', 'baseUrl', { baseUrl: 'https://evil.example/v1' }],
    ['another host in capitals', 'baseUrl', { baseUrl: 'HTTPS://EVIL.EXAMPLE/v1' }],
    ['a host below', 'baseUrl', { baseUrl: 'https://x.api.bank.example/v1' }],
    ['a host above', 'baseUrl', { baseUrl: 'https://bank.example/v1' }],
    [
      'a host that begins alike',
      'baseUrl',
      { baseUrl: 'https://api.bank.example.evil.example/v1' },
    ],
    ['a look-alike letter', 'baseUrl', { baseUrl: 'https://аpi.bank.example/v1' }],
    ['its ASCII form', 'baseUrl', { baseUrl: 'https://xn--pi-7kc.bank.example/v1' }],
    ['a slash too many, and so another host', 'baseUrl', { baseUrl: 'https:///v1' }],
    ['an address', 'baseUrl', { baseUrl: 'https://93.184.216.34/v1' }],
    ['another port', 'baseUrl', { baseUrl: 'https://api.bank.example:8443/v1' }],
    ['http', 'baseUrl', { baseUrl: 'http://api.bank.example/v1' }],
    ['http at the port of https', 'baseUrl', { baseUrl: 'http://api.bank.example:443/v1' }],
    ['another path', 'baseUrl', { baseUrl: 'https://api.bank.example/v2' }],
    ['a path above', 'baseUrl', { baseUrl: 'https://api.bank.example/' }],
    ['more paths', 'paths', { paths: ['/users', '/files/', '/admin'] }],
    ['wider paths', 'paths', { paths: ['/'] }],
    ['another case of a path', 'paths', { paths: ['/Users', '/files/'] }],
    ['more methods', 'methods', { methods: ['GET', 'POST', 'DELETE'] }],
    ['fewer methods, which could be given back', 'methods', { methods: ['GET'] }],
    ['a private address', 'allowPrivate', { allowPrivate: true }],
    ['another header', 'auth.header', { auth: { ...auth, header: 'x-debug' } }],
    ['another prefix', 'auth', { auth: { ...auth, prefix: '' } }],
    ['a password', 'auth', { auth: { kind: 'basic', user: 'eve', secret: 'token' } }],
  ])('%s', async (_what, field, change) => {
    await rewritten('api', API, { ...API, ...change });
    expect(await tried('api')).toMatchObject({
      code: 'EGRESS_REFUSED',
      message: expect.stringContaining('Enter it again') as string,
      details: { reason: 'SECRET_ELSEWHERE', sent: false },
    });
    const connection = { id: 'api', config: { ...API, ...change } };
    expect(await broker.client.broker.secretState({ workspace: WORKSPACE, connection })).toEqual({
      kind: 'elsewhere',
      field,
      enteredFor: 'https://api.bank.example/v1',
    });
    stays();
  });

  test.each([
    ['a user before the host', { ...API, baseUrl: 'https://api.bank.example@evil.example/v1' }],
    ['a path with dots', { ...API, baseUrl: 'https://api.bank.example/v1/%2e%2e%2fadmin' }],
    ['a query', { ...API, baseUrl: 'https://api.bank.example/v1?x=' }],
    ['two root dots', { ...API, baseUrl: 'https://api.bank.example../v1' }],
    ['no configuration', { kind: 'http' }],
  ])('%s, which is no destination at all', async (_what, row) => {
    await rewritten('api', API, row);
    expect(await tried('api')).toMatchObject({ details: { reason: 'CONNECTION_UNFIT' } });
    stays();
  });

  test.each<[string, string, Partial<Smtp>]>([
    ['another host', 'host', { host: 'mail.evil.example' }],
    ['a look-alike letter', 'host', { host: 'mаil.bank.example' }],
    ['an address', 'host', { host: '93.184.216.34' }],
    ['another port', 'port', { port: 25 }],
    ['no encryption', 'tls', { tls: 'none' }],
    ['another encryption', 'tls', { tls: 'implicit' }],
    ['another user', 'user', { user: 'eve' }],
    ['the sender as the user', 'user', { user: undefined }],
    ['another sender', 'from', { from: 'boss@bank.example' }],
    ['a private address', 'allowPrivate', { allowPrivate: true }],
  ])('a mail server with %s', async (_what, field, change) => {
    const row = { ...MAIL, ...change };
    await rewritten('mail', MAIL, row);
    expect(await mailed()).toMatchObject({ details: { reason: 'SECRET_ELSEWHERE' } });
    const connection = { id: 'mail', config: row as ConnectionConfig };
    expect(await broker.client.broker.secretState({ workspace: WORKSPACE, connection })).toEqual({
      kind: 'elsewhere',
      field,
      enteredFor: 'mail.bank.example:587',
    });
    stays();
  });

  test.each<[string, string, Partial<Model>]>([
    ['another base URL', 'baseUrl', { baseUrl: 'https://models.evil.example/v1' }],
    ['none, so at the provider', 'provider', { provider: 'openai', baseUrl: undefined }],
    ['another provider’s header', 'provider', { provider: 'anthropic' }],
    ['a private address', 'allowPrivate', { allowPrivate: true }],
  ])('a model with %s', async (_what, field, change) => {
    const row = { ...MODEL, ...change };
    await rewritten('model', MODEL, row);
    expect(await tried('model', '/chat')).toMatchObject({
      details: { reason: 'SECRET_ELSEWHERE' },
    });
    const connection = { id: 'model', config: row as ConnectionConfig };
    expect(await broker.client.broker.secretState({ workspace: WORKSPACE, connection })).toEqual({
      kind: 'elsewhere',
      field,
      enteredFor: 'https://models.bank.example/v1',
    });
    stays();
  });

  test('another kind', async () => {
    const row: Http = { ...API, baseUrl: must(MODEL.baseUrl, 'set above'), paths: ['/'] };
    await rewritten('model', MODEL, {
      ...row,
      auth: { kind: 'header', header: 'Authorization', prefix: 'Bearer ', secret: 'key' },
    });
    expect(await tried('model', '/')).toMatchObject({ details: { reason: 'SECRET_ELSEWHERE' } });
    stays();
  });
});

describe('an envelope opens in no row but its own', () => {
  const OTHER: Http = { ...API, auth: { kind: 'basic', user: 'ann', secret: 'other' } };

  test('not for another connection that names the same secret and leads to the same place', async () => {
    await rewritten('api', API, API);
    broker.store.putConnection(WORKSPACE, 'copy', API);
    expect(await tried('copy')).toMatchObject({ details: { reason: 'SECRET_ELSEWHERE' } });
    const connection = { id: 'copy', config: API };
    expect(await broker.client.broker.secretState({ workspace: WORKSPACE, connection })).toEqual({
      kind: 'elsewhere',
      field: 'auth.secret',
      enteredFor: 'https://api.bank.example/v1',
    });
    expect(await tried('api')).toMatchObject({ code: 'EGRESS_UNREACHABLE' });
  });

  test('not under another name, version or workspace, and not with what it is bound to rewritten', async () => {
    await rewritten('api', API, API);
    await rewritten('other', OTHER, OTHER);
    const [one, two] = ['token', 'other'].map((name) =>
      must(broker.store.secrets.get(`${WORKSPACE} ${name}`), 'both were kept'),
    );
    const mine = must(one, 'kept').sealed as { bound: { destination: object } };
    const theirs = must(two, 'kept').sealed as { bound: object };
    const swaps: [string, { readonly version: number; readonly sealed: unknown }, string][] = [
      ['the other’s row', must(two, 'kept'), 'SECRET_UNREADABLE'],
      [
        'it, bound as mine',
        { version: 1, sealed: { ...theirs, bound: mine.bound } },
        'SECRET_UNREADABLE',
      ],
      ['another version', { version: 2, sealed: mine }, 'SECRET_UNREADABLE'],
      ['no envelope', { version: 1, sealed: { keyId: 'x' } }, 'SECRET_UNREADABLE'],
      ['no object', { version: 1, sealed: null }, 'SECRET_UNREADABLE'],
      ['another key', { version: 1, sealed: { ...mine, keyId: 'other' } }, 'SECRET_UNREADABLE'],
      ['a tag of nothing', { version: 1, sealed: { ...mine, tag: '' } }, 'SECRET_UNREADABLE'],
      [
        'more than a destination has',
        {
          version: 1,
          sealed: {
            ...mine,
            bound: { ...mine.bound, destination: { ...mine.bound.destination, proxy: 'x' } },
          },
        },
        'SECRET_UNREADABLE',
      ],
    ];
    for (const [what, row, reason] of swaps) {
      broker.store.secrets.set(`${WORKSPACE} token`, row);
      expect(await tried('api'), what).toMatchObject({ details: { reason } });
      clock.advance(REMEMBER_MS);
    }
    broker.store.putConnection('ws_thief', 'api', API);
    broker.store.secrets.set('ws_thief token', { version: 1, sealed: mine });
    expect(await tried('api', '/users', 'ws_thief')).toMatchObject({
      details: { reason: 'SECRET_UNREADABLE' },
    });
    stays();
  });

  test('row and envelope rewritten alike do not open either', async () => {
    const evil: Http = { ...API, baseUrl: 'https://evil.example/v1' };
    await rewritten('api', API, evil);
    const mine = must(broker.store.secrets.get(`${WORKSPACE} token`), 'kept').sealed as {
      bound: { connection: string; destination: object };
    };
    const destination = { ...mine.bound.destination, base: 'https://evil.example/v1' };
    const sealed = { ...mine, bound: { ...mine.bound, destination } };
    broker.store.secrets.set(`${WORKSPACE} token`, { version: 1, sealed });
    expect(await tried('api')).toMatchObject({ details: { reason: 'SECRET_UNREADABLE' } });
    stays();
  });

  test('one that was sealed before there were bindings is refused, with the way out', async () => {
    await rewritten('api', API, API);
    const kept = must(broker.store.secrets.get(`${WORKSPACE} token`), 'kept');
    const { bound: _bound, ...sealed } = kept.sealed as { bound: object };
    broker.store.secrets.set(`${WORKSPACE} token`, { version: 1, sealed });
    expect(await tried('api')).toMatchObject({
      message: expect.stringContaining('Enter it again in the connection') as string,
      details: { reason: 'SECRET_UNBOUND' },
    });
    const connection = { id: 'api', config: API };
    expect(await broker.client.broker.secretState({ workspace: WORKSPACE, connection })).toEqual({
      kind: 'unbound',
    });
    stays();
    await broker.keep('api', 'entered-again', 2);
    clock.advance(REMEMBER_MS);
    expect(await tried('api')).toMatchObject({ code: 'EGRESS_UNREACHABLE' });
  });
});

test.each([
  'https://evil.example/v1/users',
  'https://api.bank.example@evil.example/v1/users',
  'https://evil.example#@api.bank.example/v1/users',
  'https://evil.example\\@api.bank.example/v1/users',
  'https://api.bank.example:8443/v1/users',
  'http://api.bank.example/v1/users',
  'https://аpi.bank.example/v1/users',
  'https://API.BANK.EXAMPLE.evil.example/v1/users',
  '/users/../admin',
  '/users/%2e%2e/admin',
  '/users/..%2fadmin',
  '/../v2/users',
  '//evil.example/users',
  '/Users',
])('a request for %s does not leave', async (url) => {
  await rewritten('api', API, API);
  expect(await tried('api', url)).toMatchObject({
    code: 'EGRESS_REFUSED',
    details: { sent: false },
  });
  stays();
});

describe('what leads to the same place is no change', () => {
  test.each<[string, Partial<Http>]>([
    ['nothing', {}],
    ['the host in capitals', { baseUrl: 'https://API.Bank.Example/v1' }],
    ['a root dot, which is not dialled', { baseUrl: 'https://api.bank.example./v1' }],
    ['the port of the scheme', { baseUrl: 'https://api.bank.example:443/v1' }],
    ['a slash at the end', { baseUrl: 'https://api.bank.example/v1/' }],
    ['another order', { paths: ['/files/', '/users'], methods: ['POST', 'GET'] }],
    ['leave for data to flow there', { cleared: true }],
  ])('%s', async (_what, change) => {
    const row = { ...API, ...change };
    await rewritten('api', API, row);
    expect(await tried('api')).toMatchObject({ code: 'EGRESS_UNREACHABLE' });
    expect(lookups).toEqual(['api.bank.example']);
    const connection = { id: 'api', config: row };
    expect(await broker.client.broker.secretState({ workspace: WORKSPACE, connection })).toEqual({
      kind: 'ready',
    });
  });

  test('a mail server’s host in capitals, and a model’s price', async () => {
    await rewritten('mail', MAIL, { ...MAIL, host: 'MAIL.Bank.Example.' });
    expect(await mailed()).toMatchObject({ kind: 'unreachable' });
    expect(lookups).toEqual(['mail.bank.example']);
    await rewritten('model', MODEL, { ...MODEL, price: { inPerMillion: 1, outPerMillion: 2 } });
    expect(await tried('model', '/chat')).toMatchObject({ code: 'EGRESS_UNREACHABLE' });
  });

  test('a connection without a secret needs none', async () => {
    const open: Http = { ...API, auth: { kind: 'none' } };
    broker.store.putConnection(WORKSPACE, 'open', open);
    expect(await tried('open')).toMatchObject({ code: 'EGRESS_UNREACHABLE' });
    const connection = { id: 'open', config: open };
    expect(await broker.client.broker.secretState({ workspace: WORKSPACE, connection })).toEqual({
      kind: 'unneeded',
    });
  });

  test('a secret that was never entered is missing', async () => {
    const connection = { id: 'new', config: { ...MODEL, secret: 'never' } };
    expect(await broker.client.broker.secretState({ workspace: WORKSPACE, connection })).toEqual({
      kind: 'missing',
    });
  });
});

test('a redirect to another host takes no secret with it', async () => {
  const real = await openBroker();
  upstream.handle((_request, response) => {
    response
      .writeHead(302, { location: `http://localhost:${new URL(upstream.url).port}/taken` })
      .end();
  });
  const here: Http = { ...API, baseUrl: upstream.url, paths: ['/'], allowPrivate: true };
  real.store.putConnection(WORKSPACE, 'here', here);
  await real.keep('here', 'canary-of-redirect');
  // A host that nobody opened is not followed to at all where it is private.
  const refusal = await real.client.broker
    .fetch(asked('here'), NEVER)
    .then(textOf, (error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'EGRESS_REFUSED', details: { sent: true } });
  expect(upstream.requests.map(({ target }) => target)).toEqual(['/']);
  await real.close();
});

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { brokerFault } from './errors.ts';
import {
  asked,
  NEVER,
  type OpenBroker,
  openBroker,
  openUpstream,
  textOf,
  type Upstream,
  WORKSPACE,
} from './testing/open-broker.ts';

let broker: OpenBroker;
let upstream: Upstream;
const SECRET = 'canary/9f+2Ä"x';

beforeAll(async () => {
  broker = await openBroker();
  upstream = await openUpstream();
  const http = { kind: 'http', baseUrl: `${upstream.url}/v1`, allowPrivate: true } as const;
  const bound = {
    ...http,
    paths: ['/'],
    methods: ['GET' as const, 'POST' as const],
    cleared: false,
  };
  broker.store.putConnection(WORKSPACE, 'api', {
    ...bound,
    auth: { kind: 'header', header: 'Authorization', prefix: 'Bearer ', secret: 'token' },
  });
  broker.store.putConnection(WORKSPACE, 'basic', {
    ...bound,
    auth: { kind: 'basic', user: 'ann', secret: 'password' },
  });
  await broker.keep('api', 'canary-7f3a9');
  await broker.keep('basic', 'canary-7f3a9');
  broker.store.putConnection(WORKSPACE, 'open', { ...bound, auth: { kind: 'none' } });
  broker.store.putConnection(WORKSPACE, 'closed', {
    ...bound,
    allowPrivate: false,
    auth: { kind: 'none' },
  });
});
afterEach(() => {
  upstream.requests.length = 0;
  upstream.handle((_request, response) => response.end('ok'));
});
afterAll(async () => {
  await upstream.close();
  await broker.close();
});

test('an exchange goes through, with the credential put in on the way', async () => {
  const response = await broker.client.broker.fetch(asked('api', { url: '/things?q=1' }), NEVER);
  expect(response).toMatchObject({ status: 200, url: `${upstream.url}/v1/things?q=1` });
  expect(await textOf(response)).toBe('ok');
  expect(upstream.requests).toMatchObject([
    { target: '/v1/things?q=1', headers: { authorization: 'Bearer canary-7f3a9' } },
  ]);
});

test('who asks for the answer as it is gets it, wherever it leads', async () => {
  upstream.handle((_request, response) => response.writeHead(302, { location: '/next' }).end());
  const request = asked('open', { followsRedirects: false });
  const { status, headers } = await broker.client.broker.fetch(request, NEVER);
  expect({ status, location: headers['location'] }).toEqual({ status: 302, location: '/next' });
  expect(upstream.requests).toHaveLength(1);
});

test('user and password go as RFC 7617 says', async () => {
  await textOf(await broker.client.broker.fetch(asked('basic'), NEVER));
  const wanted = `Basic ${Buffer.from('ann:canary-7f3a9').toString('base64')}`;
  expect(upstream.requests[0]?.headers.authorization).toBe(wanted);
});

test('a body arrives whole, and one of any bytes comes back whole', async () => {
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 31) % 256));
  upstream.handle((_request, response) => response.end(bytes));
  const request = asked('open', { method: 'POST', body: bytes });
  const response = await broker.client.broker.fetch(request, NEVER);
  const came = Buffer.from(await new Response(response.body).arrayBuffer());
  expect(came.equals(bytes)).toBe(true);
});

test('a header of an answer may hold any letter', async () => {
  upstream.handle((_request, response) => {
    response.writeHead(200, { 'x-word': Buffer.from('größe').toString('latin1') }).end();
  });
  const { headers } = await broker.client.broker.fetch(asked('open'), NEVER);
  expect(Buffer.from(headers['x-word'] ?? '', 'latin1').toString()).toBe('größe');
});

test('text arrives as it is written, not at its end', async () => {
  let finish: () => void = () => undefined;
  upstream.handle((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: one\n\n');
    finish = () => response.end('data: two\n\n');
  });
  const { body } = await broker.client.broker.fetch(asked('api'), NEVER);
  const reader = body.getReader();
  expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('data: one\n\n');
  finish();
  expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('data: two\n\n');
});

test('the head of an answer does not wait for its body', async () => {
  upstream.handle((_request, response) => response.writeHead(202).flushHeaders());
  const controller = new AbortController();
  const response = await broker.client.broker.fetch(asked('api'), controller.signal);
  expect(response.status).toBe(202);
  controller.abort();
});

describe('what does not go through is thrown as its fault', () => {
  test.each([
    ['a private address', asked('closed'), 'EGRESS_REFUSED', 'ADDRESS'],
    [
      'a private address without a connection',
      asked(null, { url: 'http://127.0.0.1/' }),
      'EGRESS_REFUSED',
      'ADDRESS',
    ],
    [
      'another host',
      asked('api', { url: 'http://allowed.example/v1' }),
      'EGRESS_REFUSED',
      'BINDING_HOST',
    ],
    ['another path', asked('api', { url: '/../admin' }), 'EGRESS_REFUSED', 'BINDING_PATH'],
    ['another method', asked('api', { method: 'DELETE' }), 'EGRESS_REFUSED', 'BINDING_METHOD'],
    [
      'a chosen credential',
      asked('api', { headers: { authorization: 'x' } }),
      'EGRESS_REFUSED',
      'HEADER',
    ],
    ['no such connection', asked('nowhere'), 'EGRESS_REFUSED', 'CONNECTION_MISSING'],
    [
      'a connection of another workspace',
      asked('api', { workspace: 'ws_other' }),
      'EGRESS_REFUSED',
      'CONNECTION_MISSING',
    ],
  ])('%s', async (_what, request, code, reason) => {
    await expect(broker.client.broker.fetch(request, NEVER)).rejects.toMatchObject({
      code,
      details: { reason, sent: false },
    });
    expect(upstream.requests).toEqual([]);
  });

  test('a server that is not there: nothing was sent', async () => {
    broker.store.putConnection(WORKSPACE, 'down', {
      kind: 'http',
      baseUrl: 'http://127.0.0.1:1',
      paths: ['/'],
      methods: ['GET'],
      auth: { kind: 'none' },
      allowPrivate: true,
      cleared: false,
    });
    await expect(broker.client.broker.fetch(asked('down'), NEVER)).rejects.toMatchObject({
      code: 'EGRESS_UNREACHABLE',
    });
  });

  test('a server that hangs up: nobody knows', async () => {
    upstream.handle((request) => request.socket.destroy());
    const request = asked('api', { method: 'POST' });
    await expect(broker.client.broker.fetch(request, NEVER)).rejects.toMatchObject({
      code: 'EGRESS_LOST',
    });
  });

  test('a server that dies in mid-answer: the body breaks off after what had come', async () => {
    upstream.handle((_request, response) => {
      response.write('the beginning', () => response.destroy());
    });
    const { body } = await broker.client.broker.fetch(asked('api'), NEVER);
    const reader = body.getReader();
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('the beginning');
    await expect(reader.read()).rejects.toMatchObject({ code: 'EGRESS_BODY_LOST' });
  });

  test('an answer over its bound', async () => {
    upstream.handle((_request, response) => response.end('x'.repeat(100_000)));
    const request = asked('api', { maxResponseBytes: 1000 });
    const response = await broker.client.broker.fetch(request, NEVER);
    await expect(textOf(response)).rejects.toMatchObject({ code: 'EGRESS_BODY_TOO_LARGE' });
  });

  test('a database that is down, and works again when that does', async () => {
    broker.store.down = brokerFault('BROKER_DATABASE_DOWN');
    await expect(broker.client.broker.fetch(asked('unseen'), NEVER)).rejects.toMatchObject({
      code: 'EGRESS_UNREACHABLE',
    });
    broker.store.down = null;
    await expect(broker.client.broker.fetch(asked('unseen'), NEVER)).rejects.toMatchObject({
      code: 'EGRESS_REFUSED',
    });
  });
});

describe('a cancelled exchange ends within a second, on the far side too', () => {
  test('while the answer is awaited', async () => {
    const arrived = new Promise<{ gone: Promise<unknown> }>((resolve) => {
      upstream.handle((request) => {
        resolve({ gone: new Promise((close) => request.socket.once('close', close)) });
      });
    });
    const controller = new AbortController();
    const pending = broker.client.broker.fetch(asked('api'), controller.signal);
    const { gone } = await arrived;
    const began = performance.now();
    controller.abort(new Error('the person pressed stop'));
    await expect(pending).rejects.toThrow('the person pressed stop');
    await gone;
    expect(performance.now() - began).toBeLessThan(1000);
  });

  test.each(['abort', 'cancel'])('within the body, by %s', async (how) => {
    let gone: Promise<unknown> = Promise.resolve();
    upstream.handle((_request, response) => {
      gone = new Promise((resolve) => response.once('close', resolve));
      response.write('some');
    });
    const controller = new AbortController();
    const { body } = await broker.client.broker.fetch(asked('api'), controller.signal);
    const reader = body.getReader();
    await reader.read();
    const began = performance.now();
    if (how === 'abort') controller.abort(new Error('stop'));
    else await reader.cancel();
    await gone;
    expect(performance.now() - began).toBeLessThan(1000);
    if (how === 'abort') await expect(reader.read()).rejects.toThrow('stop');
  });
});

test('a secret that the other side echoes is masked in body, header and final URL, in every encoding', async () => {
  broker.store.putConnection(WORKSPACE, 'echo', {
    kind: 'http',
    baseUrl: upstream.url,
    paths: ['/'],
    methods: ['GET'],
    auth: { kind: 'header', header: 'x-key', prefix: '', secret: 'echo' },
    allowPrivate: true,
    cleared: false,
  });
  await broker.keep('echo', SECRET);
  const forms = [
    SECRET,
    Buffer.from(SECRET).toString('base64'),
    Buffer.from(SECRET).toString('base64url'),
    Buffer.from(SECRET).toString('hex'),
    encodeURIComponent(SECRET),
    JSON.stringify(SECRET).slice(1, -1),
    [...SECRET].reverse().join(''),
    SECRET.toUpperCase(),
  ];
  upstream.handle((request, response) => {
    if (request.url === '/') {
      response.writeHead(302, { location: `/next?k=${encodeURIComponent(SECRET)}` }).end();
      return;
    }
    response.writeHead(200, { 'x-seen': encodeURIComponent(SECRET) });
    const text = Buffer.from(forms.join(' | '));
    for (let at = 0; at < text.length; at += 3) response.write(text.subarray(at, at + 3));
    response.end();
  });
  const response = await broker.client.broker.fetch(asked('echo'), NEVER);
  expect(response.url).toBe(`${upstream.url}/next?k=[masked]`);
  expect(response.headers['x-seen']).toBe('[masked]');
  expect(await textOf(response)).toBe(forms.map(() => '[masked]').join(' | '));
});

test('the log holds hosts and codes, and nothing that was sent', async () => {
  const request = asked('api', {
    url: '/private-path?private=query',
    headers: { 'x-a': 'private-header' },
  });
  await textOf(await broker.client.broker.fetch(request, NEVER));
  const text = broker.logged.join('\n');
  expect(text).toContain('"outcome":"response"');
  expect(text).not.toMatch(/private|canary|query/);
});

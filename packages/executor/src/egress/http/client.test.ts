import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { EGRESS_LIMITS } from '../limits.ts';
import { boundTo, openWorld, textOf, type World } from '../proof/index.ts';
import { systemClock, systemDialer, systemResolver } from '../system.ts';
import { egressClient } from './client.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(() => {
  world.servers.handle((_request, response) => response.end('ok'));
  world.servers.seen.length = 0;
});
afterAll(() => world.close());

test('a request arrives as it was asked for, and its answer comes back', async () => {
  world.servers.handle((_request, response) => {
    response.writeHead(201, { 'x-thing': 'yes', 'set-cookie': 'a=b' });
    response.end('made');
  });
  const outcome = await world.fetch({
    method: 'POST',
    url: 'http://allowed.example/things?q=1#part',
    headers: { 'Content-Type': 'text/plain', 'X-Mine': 'ü' },
    body: Buffer.from('hello'),
  });
  expect(await textOf(outcome)).toBe('made');
  expect(outcome).toMatchObject({ status: 201, url: 'http://allowed.example/things?q=1' });
  if (outcome.kind !== 'response') return;
  expect(outcome.headers['x-thing']).toBe('yes');
  expect(outcome.headers['set-cookie']).toBeUndefined();
  expect(world.servers.seen[0]).toMatchObject({
    method: 'POST',
    target: '/things?q=1',
    body: 'hello',
    headers: { host: 'allowed.example', 'content-type': 'text/plain', 'x-mine': 'ü' },
  });
});

test('over https the name is in the handshake and the certificate is checked against it', async () => {
  expect(await world.read({ url: 'https://allowed.example/' })).toBe('ok');
  world.servers.certificate('other');
  const outcome = await world.fetch({ method: 'POST', url: 'https://allowed.example/' });
  world.servers.certificate('allowed');
  expect(outcome).toEqual({
    kind: 'unreachable',
    message: 'No connection could be made (ERR_TLS_CERT_ALTNAME_INVALID).',
  });
});

test('an authority that is not trusted is not, whatever the certificate says', async () => {
  const { resolver, dialer } = world.net;
  const client = egressClient({ resolver, dialer, clock: world.clock });
  const outcome = await client.fetch(
    { ...CALL, url: 'https://allowed.example/' },
    new AbortController().signal,
  );
  expect(outcome.kind).toBe('unreachable');
});

test.each([
  ['a name without an address', 'http://nowhere.example/', 'The host name has no address.'],
  ['a server that is not there', 'http://elsewhere.example.com/', 'ECONNREFUSED'],
])('%s is unreachable: nothing was sent', async (_what, url, words) => {
  const outcome = await downClient().fetch({ ...CALL, url }, new AbortController().signal);
  expect(outcome).toMatchObject({
    kind: 'unreachable',
    message: expect.stringContaining(words) as string,
  });
});

test('a server that takes the request and says nothing makes it lost', async () => {
  world.servers.handle((request) => request.socket.destroy());
  expect(await world.fetch({ method: 'POST', body: Buffer.from('x') })).toEqual({
    kind: 'lost',
    message: 'The connection ended before an answer came.',
  });
});

test('an answer that is not HTTP makes it lost', async () => {
  world.servers.handle((request) => request.socket.end('220 mail ready\r\n'));
  expect(await world.fetch()).toEqual({ kind: 'lost', message: 'The answer is not HTTP.' });
});

test('an answer whose head is larger than the cap makes it lost', async () => {
  world.servers.handle((_request, response) => {
    response.writeHead(200, { 'x-big': 'y'.repeat(EGRESS_LIMITS.maxResponseHeaderBytes) });
    response.end();
  });
  expect(await world.fetch()).toEqual({
    kind: 'lost',
    message: 'The head of the answer is too large.',
  });
});

test('a kept connection is used again for what may be repeated, and for nothing else', async () => {
  const dials = () => world.net.dials.length;
  await world.read();
  const before = dials();
  await world.read();
  await world.read();
  expect(dials()).toBe(before);
  await world.read({ method: 'POST', body: Buffer.from('x') });
  expect(dials()).toBe(before + 1);
});

test('a connection is not used again once it is old', async () => {
  await world.read();
  const before = world.net.dials.length;
  world.clock.advance(EGRESS_LIMITS.connectionAgeMs + 1);
  await world.read();
  expect(world.net.dials.length).toBe(before + 1);
});

test('a request that may be repeated is made again where its kept connection turns out to be dead', async () => {
  await world.read();
  let first = true;
  world.servers.handle((request, response) => {
    if (first) request.socket.destroy();
    else response.end('second');
    first = false;
  });
  expect(await world.read()).toBe('second');
});

test('a second address is dialled beside the first when that one is slow, and only checked ones are', async () => {
  const asked: string[] = [];
  const slowFirst = {
    dial: (to: { address: string; port: number }, signal: AbortSignal) => {
      asked.push(to.address);
      if (to.address === '9.9.9.9') return new Promise<never>(() => undefined);
      return world.net.dialer.dial(to, signal);
    },
  };
  const resolver = { resolve: async () => ['9.9.9.9', '93.184.216.34'] };
  const client = egressClient({ resolver, dialer: slowFirst, clock: world.clock });
  const pending = client.fetch({ ...CALL }, new AbortController().signal);
  await new Promise(setImmediate);
  expect(asked).toEqual(['9.9.9.9']);
  world.clock.advance(EGRESS_LIMITS.headStartMs);
  expect(await textOf(await pending)).toBe('ok');
  expect(asked).toEqual(['9.9.9.9', '93.184.216.34']);
});

test.each(['127.0.0.1', '8.8.8.8'])(
  'a connection that ends at %s, not at the address dialled, is cut off before anything is sent',
  async (remoteAddress) => {
    const liar = {
      dial: async (to: { address: string; port: number }, signal: AbortSignal) => ({
        ...(await world.net.dialer.dial(to, signal)),
        remoteAddress,
      }),
    };
    const client = egressClient({ resolver: world.net.resolver, dialer: liar, clock: world.clock });
    const outcome = await client.fetch({ ...CALL }, new AbortController().signal);
    expect(outcome).toMatchObject({ kind: 'refused', reason: 'ADDRESS_CHANGED', sent: false });
    expect(world.servers.seen).toEqual([]);
  },
);

test('the real powers reach a private host that an operator opened, and no other', async () => {
  const client = egressClient({
    resolver: systemResolver(),
    dialer: systemDialer(),
    clock: systemClock(),
  });
  const url = `http://localhost:${world.servers.http}/`;
  const signal = new AbortController().signal;
  const opened = { ...CALL, url, binding: boundTo(url, { allowPrivate: true }) };
  expect(await textOf(await client.fetch(opened, signal))).toBe('ok');
  const closed = { ...CALL, url, binding: boundTo(url) };
  expect(await client.fetch(closed, signal)).toMatchObject({
    kind: 'refused',
    reason: 'HOST_NAME',
  });
  client.close();
});

const CALL = {
  method: 'GET',
  url: 'http://allowed.example/',
  headers: {},
  body: null,
  maxResponseBytes: 1000,
  timeoutMs: 30_000,
  binding: null,
  credential: null,
};

/** Names answer, but no server does. */
function downClient() {
  const refuse = () => Promise.reject(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }));
  return egressClient({
    resolver: world.net.resolver,
    dialer: { dial: refuse },
    clock: world.clock,
  });
}

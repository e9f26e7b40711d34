import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { bearer, boundTo, openWorld, type World } from '../proof/index.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(() => {
  world.servers.seen.length = 0;
  world.net.dials.length = 0;
});
afterAll(() => world.close());

/** Answers the first request with a redirect and every later one with `landed`. */
function redirectOnce(status: number, location: string): void {
  let first = true;
  world.servers.handle((_request, response) => {
    if (first) response.writeHead(status, { location }).end('moved');
    else response.end('landed');
    first = false;
  });
}

const seen = () => world.servers.seen.map(({ method, target }) => `${method} ${target}`);
const ELSEWHERE = 'http://elsewhere.example.com';

test.each([
  [301, 'POST', 'GET /next', ''],
  [302, 'POST', 'GET /next', ''],
  [303, 'POST', 'GET /next', ''],
  [303, 'DELETE', 'GET /next', ''],
  [307, 'POST', 'POST /next', 'the body'],
  [308, 'PUT', 'PUT /next', 'the body'],
  [302, 'PUT', 'PUT /next', 'the body'],
])('after %i a %s to the same origin becomes %s', async (status, method, next, body) => {
  redirectOnce(status, '/next');
  expect(await world.read({ method, body: Buffer.from('the body') })).toBe('landed');
  expect(seen()[1]).toBe(next);
  expect(world.servers.seen[1]?.body).toBe(body);
});

test('an answer that leads elsewhere is the answer where redirects are not to be followed', async () => {
  redirectOnce(302, `${ELSEWHERE}/next`);
  const outcome = await world.fetch({ followsRedirects: false });
  expect(outcome).toMatchObject({
    kind: 'response',
    status: 302,
    headers: { location: `${ELSEWHERE}/next` },
  });
  if (outcome.kind === 'response') outcome.body.discard();
  expect(world.servers.seen).toHaveLength(1);
});

test('three redirects are followed, the fourth is refused, and the answer says that something was sent', async () => {
  let count = 0;
  world.servers.handle((_request, response) => {
    count += 1;
    if (count > 4) response.end('landed');
    else response.writeHead(302, { location: `/${count}` }).end();
  });
  expect(await world.fetch()).toMatchObject({
    kind: 'refused',
    reason: 'REDIRECT_COUNT',
    sent: true,
  });
  expect(world.servers.seen).toHaveLength(4);
});

test.each([
  ['loopback', 'http://127.0.0.1/', 'ADDRESS'],
  ['loopback by name', 'http://localhost/', 'HOST_NAME'],
  ['metadata', 'http://169.254.169.254/latest/meta-data/', 'ADDRESS'],
  ['a scheme-relative inward address', '//10.0.0.1/', 'ADDRESS'],
  ['a file', 'file:///etc/passwd', 'SCHEME'],
  ['another scheme', 'gopher://allowed.example/', 'SCHEME'],
  ['another port', 'http://allowed.example:6379/', 'PORT'],
  ['a user name', 'http://allowed.example@elsewhere.example.com/', 'USERINFO'],
  ['backslashes', 'http:\\\\127.0.0.1\\', 'REDIRECT_INVALID'],
  ['no URL', 'http://[::1/', 'REDIRECT_INVALID'],
])('a redirect to %s is refused', async (_what, location, reason) => {
  redirectOnce(302, location);
  expect(await world.fetch()).toMatchObject({ kind: 'refused', reason, sent: true });
  expect(world.servers.seen).toHaveLength(1);
  expect(world.net.dials.every(({ address }) => address === '93.184.216.34')).toBe(true);
});

test('https never becomes http', async () => {
  redirectOnce(302, 'http://allowed.example/');
  expect(await world.fetch({ url: 'https://allowed.example/' })).toMatchObject({
    reason: 'REDIRECT_DOWNGRADE',
  });
});

test('a body never goes on to another host, and neither does a changing request', async () => {
  redirectOnce(307, `${ELSEWHERE}/`);
  const post = { method: 'POST', body: Buffer.from('the body') };
  expect(await world.fetch(post)).toMatchObject({ reason: 'REDIRECT_BODY' });
  redirectOnce(307, `${ELSEWHERE}/`);
  expect(await world.fetch({ method: 'DELETE' })).toMatchObject({ reason: 'REDIRECT_METHOD' });
  expect(world.servers.seen).toHaveLength(2);
});

test('the caller’s own headers stay behind at another host, but for those that say what it reads', async () => {
  redirectOnce(302, `${ELSEWHERE}/`);
  await world.read({ headers: { 'x-mine': 'private', accept: 'text/plain' } });
  expect(world.servers.seen[1]?.headers).toMatchObject({ accept: 'text/plain' });
  expect(world.servers.seen[1]?.headers['x-mine']).toBeUndefined();
});

test('two locations are none', async () => {
  world.servers.handle((request) => {
    request.socket.end(
      'HTTP/1.1 302 F\r\nLocation: /a\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n',
    );
  });
  expect((await world.fetch()).kind).not.toBe('response');
});

test('a redirect without a location is an answer', async () => {
  world.servers.handle((_request, response) => response.writeHead(302).end('here'));
  expect(await world.read()).toBe('here');
});

describe('through a connection', () => {
  const binding = boundTo('http://allowed.example/api', { paths: ['/open'] });
  const call = {
    url: 'http://allowed.example/api/open/1',
    binding,
    credential: bearer('the-credential'),
  };
  const credentialAt = (index: number) => world.servers.seen[index]?.headers.authorization;

  test('the credential goes along within the binding', async () => {
    redirectOnce(302, '/api/open/2');
    await world.read(call);
    expect(credentialAt(0)).toBe('Bearer the-credential');
    expect(credentialAt(1)).toBe('Bearer the-credential');
  });

  test.each([
    ['another host', `${ELSEWHERE}/api/open/1`],
    ['another path of the host', 'http://allowed.example/api/closed'],
    ['a path that servers read differently', 'http://allowed.example/api/open/..%2fclosed'],
    ['another scheme', 'https://allowed.example/api/open/1'],
  ])('the credential stays behind at %s', async (_what, location) => {
    redirectOnce(302, location);
    expect(await world.read(call)).toBe('landed');
    expect(credentialAt(0)).toBe('Bearer the-credential');
    expect(credentialAt(1)).toBeUndefined();
  });

  test('the credential does not come back once a redirect has led out', async () => {
    let count = 0;
    world.servers.handle((_request, response) => {
      count += 1;
      if (count === 1) response.writeHead(302, { location: `${ELSEWHERE}/` }).end();
      else if (count === 2)
        response.writeHead(302, { location: 'http://allowed.example/api/open/secret' }).end();
      else response.end('landed');
    });
    expect(await world.read(call)).toBe('landed');
    expect([0, 1, 2].map(credentialAt)).toEqual(['Bearer the-credential', undefined, undefined]);
  });

  test('an operator’s leave for a private address ends with the binding', async () => {
    world.net.answer('inside.example', ['10.0.0.7']);
    redirectOnce(302, 'http://inside.example/');
    const opened = { ...call, binding: { ...binding, allowPrivate: true } };
    expect(await world.fetch(opened)).toMatchObject({ reason: 'ADDRESS', sent: true });
  });

  test('a location that quotes the credential is masked in the final URL', async () => {
    redirectOnce(302, '/api/open/2?seen=the-credential');
    const outcome = await world.fetch(call);
    expect(outcome).toMatchObject({ url: 'http://allowed.example/api/open/2?seen=[masked]' });
    if (outcome.kind === 'response') outcome.body.discard();
  });
});

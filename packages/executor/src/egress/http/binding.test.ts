import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindTo } from '../binding.ts';
import { bearer, boundTo, openWorld, type World } from '../proof/index.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const SECRET = 'the-credential';
const binding = boundTo('http://allowed.example/v1', { paths: ['/users', '/files/'] });
const call = { binding, credential: bearer(SECRET) };

const inside = [
  'http://allowed.example/v1/users',
  'http://allowed.example/v1/users/7?full=1',
  'http://allowed.example/v1/users/../users/7',
  'http://allowed.example/v1/files/a%20b.txt',
  'http://allowed.example/v1/files/100%25',
  'http://ALLOWED.example:80/v1/users',
  'http://allowed.example./v1/users',
  '/users/7',
];

test.each(inside)('%s is inside, and gets the credential', async (url) => {
  world.servers.seen.length = 0;
  expect(await world.read({ ...call, url })).toBe('ok');
  expect(world.servers.seen[0]?.headers.authorization).toBe(`Bearer ${SECRET}`);
});

const outside = [
  'http://elsewhere.example.com/v1/users',
  'http://sub.allowed.example/v1/users',
  'http://allowed.example.evil.example/v1/users',
  'http://notallowed.example/v1/users',
  'http://allowed.example:8080/v1/users',
  'http://allowed.example:443/v1/users',
  'https://allowed.example/v1/users',
  'https://allowed.example:80/v1/users',
  'http://allowed.example@elsewhere.example.com/v1/users',
  'http://user:pass@allowed.example/v1/users',
  'http://elsewhere.example.com/http://allowed.example/v1/users',
  'http://elsewhere.example.com#@allowed.example/v1/users',
  'http://elsewhere.example.com?@allowed.example/v1/users',
  'http://elsewhere.example.com\\@allowed.example/v1/users',
  'http:\\\\elsewhere.example.com/v1/users',
  '//elsewhere.example.com/v1/users',
  '///elsewhere.example.com/v1/users',
  'http://93.184.216.34/v1/users',
  'http://127.0.0.1/v1/users',
  'http://allowed.example%2eevil.example/v1/users',
  'http://allowed.еxample/v1/users',
  'ftp://allowed.example/v1/users',
  'javascript:alert(1)',
  'v1/users',
  '',
  'http://allowed.example',
  'http://allowed.example/',
  'http://allowed.example/v1',
  'http://allowed.example/v1/',
  'http://allowed.example/v1/usersx',
  'http://allowed.example/v1/Users',
  'http://allowed.example/v1/files',
  'http://allowed.example/v2/users',
  'http://allowed.example/users',
  'http://allowed.example//v1/users',
  'http://allowed.example/v1//users',
  'http://allowed.example/v1/users/../admin',
  'http://allowed.example/v1/users/%2e%2e/admin',
  'http://allowed.example/v1/users/.%2e/admin',
  'http://allowed.example/v1/users/..%2fadmin',
  'http://allowed.example/v1/users/..%5cadmin',
  'http://allowed.example/v1/users/%252e%252e/admin',
  'http://allowed.example/v1/users/%252e%252e%252fadmin',
  'http://allowed.example/v1/users/%25252e%25252e%25252fadmin',
  'http://allowed.example/v1/users/..;/admin',
  'http://allowed.example/v1/users/..%3b/admin',
  'http://allowed.example/v1/users/%c0%ae%c0%ae/admin',
  'http://allowed.example/v1/users/%u002e%u002e/admin',
  'http://allowed.example/v1/users\\..\\admin',
  'http://allowed.example/v1/users/%00',
  'http://allowed.example/v1/users/%0d%0aHost:%20evil',
  'http://allowed.example/v1/users/\r\nHost: evil',
  'http://allowed.example/v1/us\ters/../admin',
  '/../admin',
  '/users/..%2f..%2fadmin',
  '/%2e%2e/admin',
  '/admin',
];

test.each(outside)('%j is outside: refused, and nothing is sent or even dialled', async (url) => {
  world.servers.seen.length = 0;
  world.net.dials.length = 0;
  world.net.lookups.length = 0;
  expect(await world.fetch({ ...call, url })).toMatchObject({ kind: 'refused', sent: false });
  expect(world.servers.seen).toEqual([]);
  expect(world.net.dials).toEqual([]);
  expect(world.net.lookups).toEqual([]);
});

test('a method beyond the binding is refused', async () => {
  expect(outside.length).toBeGreaterThan(50);
  const url = 'http://allowed.example/v1/users';
  expect(await world.fetch({ ...call, url, method: 'DELETE' })).toMatchObject({
    reason: 'BINDING_METHOD',
  });
});

test.each(['TRACE', 'CONNECT', 'OPTIONS', 'get', 'GET /x HTTP/1.1\r\nHost: evil', ''])(
  'the method %j is spoken by nobody',
  async (method) => {
    expect(await world.fetch({ method })).toMatchObject({ reason: 'METHOD' });
  },
);

test.each([
  'http:\\\\allowed.example/',
  'http://allowed.example\\@elsewhere.example.com/',
  'http://allowed.example/a\\b',
  ' http://allowed.example/',
  'http://allowed.example/ ',
  'http://allowed.ex\tample/',
  'http://allowed.example/\u0085',
])('%j is not read at all, since others would read it differently', async (url) => {
  expect(await world.fetch({ url })).toMatchObject({ reason: 'URL_INVALID' });
});

test.each([
  'http://allowed.example/a b',
  'http://allowed.example/?path=a\\b',
  'http://allowed.example/?next=http://127.0.0.1/',
  'http://allowed.example/a/../b',
  'http://allowed.example/ü',
])('%j is read as everybody reads it', async (url) => {
  expect(await world.read({ url })).toBe('ok');
});

test.each([
  'http://user@allowed.example/',
  'http://allowed.example/?q',
  'http://allowed.example/a%2fb',
  'ftp://allowed.example/',
  'allowed.example',
])('a connection cannot be bound to %s', (baseUrl) => {
  const rest = { paths: ['/'], methods: ['GET'], allowPrivate: false } as const;
  const more = { forbiddenHeaders: 'refuse', patient: false, repeatable: false } as const;
  expect(bindTo(baseUrl, { ...rest, ...more })).toMatchObject({ kind: 'refused' });
});

test('a private host may be at its own port, where an operator said so', async () => {
  world.net.answer('inside.corp', ['10.0.0.7']);
  const url = 'http://inside.corp:9999/';
  expect(await world.fetch({ url, binding: boundTo(url) })).toMatchObject({ reason: 'HOST_NAME' });
  world.net.dials.length = 0;
  await world.fetch({ url, binding: boundTo(url, { allowPrivate: true }) });
  expect(world.net.dials).toEqual([{ address: '10.0.0.7', port: 9999 }]);
});

test('not even an operator opens a metadata service', async () => {
  const url = 'http://169.254.169.254/latest/';
  expect(await world.fetch({ url, binding: boundTo(url, { allowPrivate: true }) })).toMatchObject({
    reason: 'ADDRESS',
  });
});

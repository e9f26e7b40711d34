import { expect, test } from 'vitest';
import { originsOf } from './origins.ts';
import { HOME, world } from './testing/world.ts';

const origins = originsOf({ host: '0.0.0.0', port: 8080, publicUrl: 'https://agents.example.com' });

test('a server goes by its public name, by the loopback names, and by no wildcard', () => {
  expect(origins.trusted).toEqual([
    'https://agents.example.com',
    'http://localhost:8080',
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
  ]);
  expect(origins.hosts).toContain('agents.example.com');
  expect(origins.secure).toBe(true);
  expect(originsOf({ host: '::', port: 80 }).hosts).toEqual(['localhost', '127.0.0.1', '[::1]']);
});

test.each([
  ['evil.example', 421],
  ['localhost.evil.example', 421],
  ['LOCALHOST', 200],
  ['[::1]', 200],
])(
  'a request for host %s gets %i, so that no foreign name can be pointed at us',
  async (host, status) => {
    const w = await world();
    expect((await w.as('usr_user')('GET', 'agents', undefined, { host })).status).toBe(status);
  },
);

test('a health probe may name the machine as it likes', async () => {
  const { request } = await world();
  expect((await request('/health', { headers: { host: '10.1.2.3:8080' } })).status).toBe(200);
});

test.each([
  ['no origin', {}, 403],
  ['another site', { origin: 'https://evil.example' }, 403],
  ['another site that begins like us', { origin: 'http://localhost.evil.example' }, 403],
  ['our port on another scheme', { origin: 'https://localhost' }, 403],
  ['a sandboxed page', { origin: 'null' }, 403],
  ['another site that says so in Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a sister site', { 'sec-fetch-site': 'same-site' }, 403],
  ['our page without an origin', { 'sec-fetch-site': 'same-origin' }, 202],
  ['our page', { origin: 'http://127.0.0.1' }, 202],
])(
  'a change by cookie from %s gets what it should',
  async (_from, headers: Record<string, string>, status) => {
    const w = await world();
    const answer = await w.request(`/api/v1/workspaces/${HOME}/runs`, {
      method: 'POST',
      headers: { cookie: 'session=usr_user', 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ agent: 'agt_one', message: { text: 'hi' } }),
    });
    expect(answer.status).toBe(status);
    expect(w.memory.started).toHaveLength(status === 202 ? 1 : 0);
  },
);

test('a key needs no origin, and a cookie beside a bad key does not help it', async () => {
  const w = await world();
  const key = w.keyWith(['agents:read', 'runs:write']);
  const path = `/api/v1/workspaces/${HOME}/runs`;
  const body = JSON.stringify({ agent: 'agt_one', message: { text: 'hi' } });
  const json = { 'content-type': 'application/json' };
  const withKey = { ...json, authorization: `Bearer ${key}` };
  expect((await w.request(path, { method: 'POST', headers: withKey, body })).status).toBe(202);
  const both = { ...json, authorization: 'Bearer nonsense', cookie: 'session=usr_owner' };
  expect((await w.request(path, { method: 'POST', headers: both, body })).status).toBe(401);
});

test('every answer has the headers that keep a browser from being used against us', async () => {
  const w = await world();
  for (const path of ['/health', `/api/v1/workspaces/${HOME}/agents`, '/docs', '/nothing/here']) {
    const answer = await w.as('usr_user')('GET', path);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
    expect(answer.headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*frame-ancestors 'none'/,
    );
    expect(answer.headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/);
  }
});

test('answers with content are kept by no cache', async () => {
  const w = await world();
  const answer = await w.as('usr_user')('GET', 'agents');
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('a preflight from another site is told nothing', async () => {
  const w = await world();
  const answer = await w.request(`/api/v1/workspaces/${HOME}/runs`, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  });
  expect(answer.status).toBe(405);
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
});

test('a request id that a proxy gave is kept, and one that could forge a log line is not', async () => {
  const w = await world();
  const id = async (given: string) =>
    (await w.request('/health', { headers: { 'x-request-id': given } })).headers.get(
      'x-request-id',
    );
  expect(await id('proxy-1234')).toBe('proxy-1234');
  expect(await id('a b"c')).toMatch(/^[0-9a-f]{24}$/);
});

test('TLS is asked for from then on only where the server is reached over it', async () => {
  const overTls = await world({ origins });
  const answer = await overTls.request('/health');
  expect(answer.headers.get('strict-transport-security')).toContain('max-age');
  const plain = await world();
  expect((await plain.request('/health')).headers.get('strict-transport-security')).toBeNull();
});

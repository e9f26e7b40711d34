import { afterAll, beforeAll, expect, test } from 'vitest';
import { bearer, boundTo, openWorld, type World } from './proof/index.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const binding = boundTo('http://allowed.example');

test.each([
  'Host',
  'Authorization',
  'Cookie',
  'Proxy-Authorization',
  'Proxy-Connection',
  'Connection',
  'Content-Length',
  'Transfer-Encoding',
  'TE',
  'Trailer',
  'Upgrade',
  'Expect',
  'Forwarded',
  'Via',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Real-IP',
  'X-Original-URL',
  'X-HTTP-Method-Override',
  'Metadata-Flavor',
  'X-aws-ec2-metadata-token',
  'Accept-Encoding',
  'Sec-Fetch-Site',
])('a caller cannot choose %s', async (name) => {
  const headers = { [name]: 'chosen' };
  expect(await world.fetch({ headers })).toMatchObject({ kind: 'refused', reason: 'HEADER' });
});

test('a library’s own such headers are dropped where the connection is for a library', async () => {
  world.servers.seen.length = 0;
  const headers = { authorization: 'Bearer unset', host: 'evil', 'x-fine': 'yes' };
  const credential = bearer('real-credential');
  await world.read({ headers, credential, binding: { ...binding, forbiddenHeaders: 'drop' } });
  expect(world.servers.seen[0]?.headers).toMatchObject({
    authorization: 'Bearer real-credential',
    host: 'allowed.example',
    'x-fine': 'yes',
  });
});

test('a caller cannot choose the header a connection’s credential goes in, in whatever case', async () => {
  const credential = { headers: { 'x-api-key': 'real' }, needles: [] };
  const headers = { 'X-Api-KEY': 'mine' };
  expect(await world.fetch({ headers, credential, binding })).toMatchObject({ reason: 'HEADER' });
});

test.each([
  ['a line break', { 'x-a': 'b\r\nx-evil: 1' }],
  ['a lone line feed', { 'x-a': 'b\nc' }],
  ['a zero byte', { 'x-a': 'b\0c' }],
  ['what HTTP cannot say', { 'x-a': 'π' }],
  ['a name with a space', { 'x a': 'b' }],
  ['a name with a colon', { 'x-a:': 'b' }],
  ['a name with a line break', { 'x-a\r\nhost': 'b' }],
  ['an empty name', { '': 'b' }],
  ['a name twice', { 'x-a': '1', 'X-A': '2' }],
  ['too many', Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`x-${i}`, '1']))],
  ['too much', { 'x-a': 'b'.repeat(17_000) }],
])('headers with %s are refused', async (_what, headers) => {
  expect(await world.fetch({ headers })).toMatchObject({ reason: 'HEADER_INVALID' });
});

test.each(['constructor', 'hasownproperty', 'tostring'])(
  '%s is a header like any other',
  async (name) => {
    world.servers.seen.length = 0;
    await world.read({ headers: Object.fromEntries([[name, 'x']]) });
    expect(JSON.stringify(world.servers.seen[0]?.headers)).toContain(`"${name}":"x"`);
  },
);

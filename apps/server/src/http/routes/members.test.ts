import type { Role, StreamedEntry } from '@countersign/contract';
import { expect, test } from 'vitest';
import { errorOf, jsonOf } from '../testing/error-of.ts';
import { someDraft } from '../testing/some-content.ts';
import { HOME, world } from '../testing/world.ts';

const hello = { agent: 'agt_one', message: { text: 'Look at the mail' } };

test('a key starts runs for its person, and says which key it was', async () => {
  const w = await world();
  const key = w.keyWith(['runs:write'], { person: 'usr_builder' });
  await w.withKey(key)('POST', 'runs', hello);
  await w.withKey(key)('POST', 'runs', hello, { 'x-countersign-client': 'cli' });
  const [made] = await w.doors.keys.keys(HOME);
  expect(w.memory.started.map(({ person, trigger }) => [person, trigger.kind, trigger.by])).toEqual(
    [
      ['usr_builder', 'api', made?.id],
      ['usr_builder', 'cli', made?.id],
    ],
  );
});

test('a key’s secret is shown once, works until it is ended, and then never again', async () => {
  const w = await world();
  const made = await w.as('usr_user')('POST', 'keys', { name: 'ci', scopes: ['agents:read'] });
  const { key, secret } = await jsonOf<{ key: { id: string; expiresAt: number }; secret: string }>(
    made,
  );
  expect(key.expiresAt).toBe(w.clock.now() + 90 * 86_400_000);
  expect(await (await w.as('usr_user')('GET', 'keys')).text()).not.toContain(secret);
  expect((await w.withKey(secret)('GET', 'agents')).status).toBe(200);
  expect((await w.as('usr_user')('DELETE', `keys/${key.id}`)).status).toBe(204);
  expect((await w.withKey(secret)('GET', 'agents')).status).toBe(401);
});

test('an expired key is dead even where the store still gives it', async () => {
  const w = await world();
  const made = await w.as('usr_user')('POST', 'keys', {
    name: 'k',
    scopes: ['agents:read'],
    expiresInDays: 1,
  });
  const { secret } = await jsonOf<{ secret: string }>(made);
  w.clock.pass(86_400_000);
  expect((await w.withKey(secret)('GET', 'agents')).status).toBe(401);
});

test('a key is as weak as its person has become', async () => {
  const w = await world();
  const key = w.keyWith(['agents:write'], { person: 'usr_builder' });
  const body = { draft: someDraft };
  expect((await w.withKey(key)('POST', 'agents', body)).status).toBe(201);
  await w.as('usr_owner')('PUT', 'members/usr_builder', { role: 'user' });
  expect((await w.withKey(key)('POST', 'agents', body)).status).toBe(403);
});

test.each(['questions:answer', 'policy:write', 'secrets:write', 'connections:write'])(
  'no key with %s is made for an agent',
  async (scope) => {
    const w = await world();
    const body = { name: 'k', scopes: ['runs:read', scope], agent: 'agt_one' };
    const answer = await w.as('usr_owner')('POST', 'keys', body);
    expect([answer.status, (await errorOf(answer)).code]).toEqual([403, 'HTTP_AGENT_KEY']);
    expect(await w.doors.keys.keys(HOME)).toEqual([]);
  },
);

test('a user neither sees nor ends the keys of others; an admin does both', async () => {
  const w = await world();
  w.keyWith(['runs:read'], { person: 'usr_owner' });
  const [key] = await w.doors.keys.keys(HOME);
  const seen = await jsonOf<{ items: unknown[] }>(await w.as('usr_user')('GET', 'keys'));
  expect(seen.items).toEqual([]);
  expect((await w.as('usr_user')('DELETE', `keys/${key?.id}`)).status).toBe(404);
  expect((await w.as('usr_admin')('DELETE', `keys/${key?.id}`)).status).toBe(204);
});

test('nobody gives a role above their own, takes one from above, or invites above themselves', async () => {
  const w = await world();
  const admin = w.as('usr_admin');
  expect((await admin('PUT', 'members/usr_user', { role: 'owner' })).status).toBe(403);
  expect((await admin('PUT', 'members/usr_owner', { role: 'user' })).status).toBe(403);
  expect((await admin('POST', 'members', { email: 'x@example.com', role: 'owner' })).status).toBe(
    403,
  );
  expect((await admin('PUT', 'members/usr_user', { role: 'admin' })).status).toBe(200);
});

test('an invitation’s link hides its token from servers and logs, and works for its own address', async () => {
  const w = await world();
  const invite = { email: 'usr_stranger@EXAMPLE.com', role: 'responder' };
  const answer = await w.as('usr_admin')('POST', 'members', invite);
  const { link } = await jsonOf<{ link: string }>(answer);
  const url = new URL(link);
  expect([url.pathname, url.search]).toEqual(['/join', '']);
  const token = url.hash.slice(1);
  const accept = (person: string) => w.as(person)('POST', '/api/v1/invitations/accept', { token });
  expect((await accept('usr_thief')).status).toBe(403);
  expect(await (await accept('usr_stranger')).json()).toEqual({ workspace: HOME });
  expect((await w.doors.config.member(HOME, 'usr_stranger'))?.role).toBe('responder');
});

test('whoever sent an invitation must still be able to give it when it is used', async () => {
  const w = await world();
  const role = async (person: string, as: Role) =>
    w.as('usr_owner')('PUT', `members/${person}`, { role: as });
  const accept = async () =>
    (await w.as('usr_new')('POST', '/api/v1/invitations/accept', { token: 'token-1' })).status;
  await w.as('usr_admin')('POST', 'members', { email: 'usr_new@example.com', role: 'builder' });
  await role('usr_admin', 'responder');
  expect(await accept()).toBe(403);
  expect(await w.doors.config.member(HOME, 'usr_new')).toBeNull();
  await role('usr_admin', 'builder');
  expect(await accept()).toBe(200);
});

test('the invitations of and to whoever is removed end with them, and others stay', async () => {
  const w = await world();
  const invite = (as: string, email: string) =>
    w.as(as)('POST', 'members', { email: `${email}@example.com`, role: 'user' });
  await invite('usr_owner', 'usr_admin');
  await invite('usr_admin', 'usr_friend');
  await invite('usr_owner', 'usr_new');
  await w.as('usr_owner')('DELETE', 'members/usr_admin');
  const accept = async (person: string, token: string) =>
    (await w.as(person)('POST', '/api/v1/invitations/accept', { token })).status;
  expect(await accept('usr_admin', 'token-1')).toBe(403);
  expect(await accept('usr_friend', 'token-2')).toBe(403);
  expect(await accept('usr_new', 'token-3')).toBe(200);
});

test('the last owner, who may not leave, keeps the invitations they sent', async () => {
  const w = await world();
  await w.as('usr_owner')('POST', 'members', { email: 'usr_new@example.com', role: 'user' });
  Object.assign(w.doors.config, {
    removeMember: () => Promise.reject(new Error('A workspace keeps an owner.')),
  });
  const refused = await w.as('usr_owner')('DELETE', 'members/usr_owner');
  expect(refused.status).toBe(500);
  const accept = { token: 'token-1' };
  expect((await w.as('usr_new')('POST', '/api/v1/invitations/accept', accept)).status).toBe(200);
});

test('an invitation takes no role away', async () => {
  const w = await world();
  const invite = { email: 'usr_owner@example.com', role: 'user' };
  await w.as('usr_admin')('POST', 'members', invite);
  await w.as('usr_owner')('POST', '/api/v1/invitations/accept', { token: 'token-1' });
  expect((await w.doors.config.member(HOME, 'usr_owner'))?.role).toBe('owner');
});

test('entries come without salt and hashes, and in pages', async () => {
  const w = await world();
  w.memory.put({ id: 'run_1', workspace: HOME, person: 'usr_user' });
  for (let i = 0; i < 5; i++) w.memory.append('run_1', 'call.intent', { i });
  const answer = await w.as('usr_user')('GET', 'runs/run_1/entries?after=1&limit=2');
  const { items } = await jsonOf<{ items: StreamedEntry[] }>(answer);
  expect(items.map(({ index }) => index)).toEqual([2, 3]);
  expect(Object.keys(items[0] ?? {}).sort()).toEqual([
    'call',
    'erased',
    'index',
    'kind',
    'payload',
    'ref',
    'time',
  ]);
});

test('health tells strangers yes or no, keeps its answer for a second, and calls what cannot be asked broken', async () => {
  let asked = 0;
  const w = await world({
    health: () => {
      asked++;
      return Promise.reject(new Error('down'));
    },
  });
  const first = await w.request('/health');
  expect([first.status, Object.keys(await jsonOf(first))]).toEqual([503, ['ok', 'now']]);
  await w.request('/health');
  expect(asked).toBe(1);
  w.clock.pass(1000);
  await w.request('/health');
  expect(asked).toBe(2);
});

test('whoever is removed is out at once, with their keys, permissions and runs, and with nobody else’s', async () => {
  const w = await world();
  const key = w.keyWith(['runs:read'], { person: 'usr_builder' });
  const others = w.keyWith(['runs:read'], { person: 'usr_owner' });
  for (const [id, person, status] of [
    ['run_going', 'usr_builder', 'running'],
    ['run_waiting', 'usr_builder', 'parked'],
    ['run_over', 'usr_builder', 'ended'],
    ['run_other', 'usr_owner', 'running'],
  ] as const)
    w.memory.put({ id, workspace: HOME, person, status });
  const draft = { agent: 'agt_one', action: 'mail.send', connection: null, pointer: '/to' };
  const allows = { kind: 'exact', value: 'bob@example.com' } as const;
  const permit = { ...draft, allows, weekly: null, days: 1, asked: null } as const;
  for (const person of ['usr_builder', 'usr_owner'])
    await w.doors.permissions.makePermissions(HOME, [permit], person);
  expect((await w.as('usr_admin')('DELETE', 'members/usr_builder')).status).toBe(204);
  const standing = await w.doors.permissions.standing(HOME);
  expect(standing.map(({ createdBy }) => createdBy)).toEqual(['usr_owner']);
  expect((await w.as('usr_builder')('GET', 'agents')).status).toBe(404);
  expect((await w.withKey(key)('GET', 'runs')).status).toBe(401);
  expect((await w.withKey(others)('GET', 'runs')).status).toBe(200);
  expect(w.memory.cancelled.toSorted()).toEqual(['run_going', 'run_waiting']);
  const { items } = await jsonOf<{ items: { person: string }[] }>(
    await w.as('usr_admin')('GET', 'members'),
  );
  expect(items.map(({ person }) => person)).not.toContain('usr_builder');
  // An invitation brings back the person, and no key that was theirs before.
  await w.doors.config.putMember(
    HOME,
    { person: 'usr_builder', name: 'B', email: 'b@example.com', role: 'user' },
    'usr_admin',
  );
  expect((await w.withKey(key)('GET', 'runs')).status).toBe(401);
});

test('a removal that was cut off in the middle is finished by asking again', async () => {
  const w = await world();
  const key = w.keyWith(['runs:read'], { person: 'usr_user' });
  w.memory.put({ id: 'run_going', workspace: HOME, person: 'usr_user', status: 'running' });
  await w.doors.config.removeMember(HOME, 'usr_user', 'usr_owner');
  expect((await w.as('usr_admin')('DELETE', 'members/usr_user')).status).toBe(204);
  expect(w.memory.cancelled).toEqual(['run_going']);
  expect(await w.doors.keys.authenticate(key)).toMatchObject({ revokedAt: w.clock.now() });
});

test('nobody removes a role above their own, or somebody who is not there', async () => {
  const w = await world();
  const admin = w.as('usr_admin');
  expect((await errorOf(await admin('DELETE', 'members/usr_owner'))).code).toBe(
    'HTTP_ROLE_MISSING',
  );
  expect((await admin('DELETE', 'members/usr_stranger')).status).toBe(404);
  expect(await w.doors.config.member(HOME, 'usr_owner')).toMatchObject({ role: 'owner' });
});

import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createPostgresMembers } from '../config/postgres-members.ts';
import { realPowers, type TestDatabase, testDatabase } from '../conformance/test-database.ts';
import { postgresReader } from '../postgres/reader.ts';
import { keyStoreConformance, powersWith } from './conformance.ts';
import type { KeyStore } from './port.ts';
import { createPostgresKeyStore } from './postgres.ts';

const clock = { now: 1_800_000_000_000 };
let database: TestDatabase;
let store: KeyStore;
beforeAll(async () => {
  database = await testDatabase(inject('postgresUrl'));
  store = createPostgresKeyStore(database.app, powersWith(clock, realPowers.randomBytes));
});
afterAll(() => database.drop());

keyStoreConformance('the Postgres key store', {
  store: () => store,
  reader: () => postgresReader(database.app),
  clock,
});

test('a key tells the part its person has in its own workspace, and no longer once it is over', async () => {
  const members = createPostgresMembers(database.app, powersWith(clock, realPowers.randomBytes));
  const ada = { person: 'usr_ada', name: 'Ada', email: 'ada@example.org', role: 'owner' } as const;
  const bob = { person: 'usr_bob', name: 'Bob', email: 'bob@example.org', role: 'user' } as const;
  for (const id of ['ws_keys_a', 'ws_keys_b'])
    await members.createWorkspace({ id, name: id, createdAt: clock.now }, ada);
  await members.putMember('ws_keys_a', bob, 'usr_ada');
  const keyOf = (workspace: string, person: string) =>
    store.createKey(
      workspace,
      { name: 'Of somebody', person, agent: null, scopes: ['runs:read'], expiresAt: null },
      'usr_ada',
    );
  const memberOf = async (text: string) => (await store.authenticate(text))?.member;
  const [own, others] = [await keyOf('ws_keys_a', 'usr_bob'), await keyOf('ws_keys_b', 'usr_bob')];
  expect(await memberOf(own.text)).toEqual(bob);
  expect(await memberOf(others.text)).toBeNull();
  await members.putMember('ws_keys_a', { ...bob, role: 'builder' }, 'usr_ada');
  expect(await memberOf(own.text)).toEqual({ ...bob, role: 'builder' });
  await members.removeMember('ws_keys_a', 'usr_bob', 'usr_ada');
  expect(await memberOf(own.text)).toBeNull();
});

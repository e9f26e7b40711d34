import { expect, test } from 'vitest';
import { jsonOf } from '../testing/error-of.ts';
import { HOME, world } from '../testing/world.ts';

test('the log is exported line by line, and a failure on the way tears the answer', async () => {
  const w = await world();
  const answer = await w.as('usr_owner')('GET', 'ledger/export');
  expect(await answer.text()).toBe(
    '{"path":"key","bytes":"bmFtZSs="}\n{"path":"key","bytes":"aGFzaA=="}\n',
  );
  const torn = await world({
    ledger: {
      ...w.doors.ledger,
      async *export() {
        yield { path: 'key', bytes: new Uint8Array() };
        throw new Error('lost');
      },
    },
  });
  const half = await torn.as('usr_owner')('GET', 'ledger/export');
  await expect(half.text()).rejects.toThrow('lost');
  expect(torn.failures).toHaveLength(1);
});

test('me lists every workspace for a person, and a key’s own only', async () => {
  const w = await world();
  await w.doors.config.putMember(
    'ws_elsewhere',
    { person: 'usr_owner', name: 'O', email: 'o@example.com', role: 'user' },
    'usr_stranger',
  );
  type Seen = { via: string; workspaces: { id: string }[] };
  const person = await jsonOf<Seen>(await w.as('usr_owner')('GET', '/api/v1/me'));
  expect([person.via, person.workspaces.map(({ id }) => id)]).toEqual([
    'session',
    [HOME, 'ws_elsewhere'],
  ]);
  const key = await jsonOf<Seen>(await w.withKey(w.keyWith(['runs:read']))('GET', '/api/v1/me'));
  expect([key.via, key.workspaces.map(({ id }) => id)]).toEqual(['key', [HOME]]);
});

test('usage shows a user their own and the workspace’s, and an admin the agents’', async () => {
  const w = await world();
  type Seen = { person: { id: string }; agents: unknown[] };
  const own = await jsonOf<Seen>(await w.as('usr_user')('GET', 'usage'));
  expect([own.person.id, own.agents]).toEqual(['person:usr_user', []]);
  const all = await jsonOf<Seen>(await w.as('usr_admin')('GET', 'usage'));
  expect(all.agents).toMatchObject([{ agent: 'agt_one' }]);
});

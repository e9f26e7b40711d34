import { expect, test } from 'vitest';
import { errorOf } from '../testing/error-of.ts';
import { HOME, world } from '../testing/world.ts';

test('a connection that this server does not take is refused by its field', async () => {
  const w = await world();
  const config = { kind: 'mailbox', folder: 'mail', owner: 'a@example.com' };
  const answer = await w.as('usr_admin')('PUT', 'connections/con_x', { name: 'x', config });
  expect([answer.status, (await errorOf(answer)).field]).toEqual([400, 'config.folder']);
  expect(await w.doors.config.connection(HOME, 'con_x')).toBeNull();
});

test('a mailbox is for its owner and for responders', async () => {
  const w = await world();
  expect((await w.as('usr_user')('GET', 'mailbox/con_mail')).status).toBe(200);
  expect((await w.as('usr_responder')('GET', 'mailbox/con_mail')).status).toBe(200);
  expect((await w.as('usr_user')('GET', 'mailbox/con_smtp')).status).toBe(404);
  await w.doors.config.putMember(
    HOME,
    { person: 'usr_new', name: 'New', email: 'new@example.com', role: 'user' },
    'usr_owner',
  );
  expect((await w.as('usr_new')('GET', 'mailbox/con_mail')).status).toBe(404);
});

import { expect, test } from 'vitest';
import { jsonOf } from '../testing/error-of.ts';
import { someMessage } from '../testing/some-content.ts';
import { world } from '../testing/world.ts';

test('a mail is read whole by its mailbox’s owner and by responders, and is not there for others', async () => {
  const w = await world();
  const path = `mailbox/con_mail/${someMessage.id}`;
  // The mailbox belongs to the address of usr_user.
  for (const person of ['usr_user', 'usr_responder', 'usr_owner'])
    expect(await jsonOf(await w.as(person)('GET', path))).toEqual(someMessage);
  await w.doors.config.putMember(
    'ws_home',
    { person: 'usr_other', name: 'Other', email: 'other@example.com', role: 'user' },
    'usr_owner',
  );
  expect((await w.as('usr_other')('GET', path)).status).toBe(404);
});

test('a mail that is not there, or of a connection that is no mailbox, is not found', async () => {
  const w = await world();
  expect((await w.as('usr_owner')('GET', 'mailbox/con_mail/msg_none')).status).toBe(404);
  expect((await w.as('usr_owner')('GET', `mailbox/con_smtp/${someMessage.id}`)).status).toBe(404);
  expect((await w.as('usr_owner')('GET', `mailbox/con_x/${someMessage.id}`)).status).toBe(404);
});

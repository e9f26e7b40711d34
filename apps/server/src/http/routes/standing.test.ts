import { expect, test } from 'vitest';
import { errorOf, jsonOf } from '../testing/error-of.ts';
import { someAction, someDraft, someQuestion } from '../testing/some-content.ts';
import { HOME, world } from '../testing/world.ts';

const [pointer = ''] = Object.entries(someAction.sinks).flatMap(([pattern, sink]) =>
  sink === 'auth' || sink === 'ctl' ? [] : [pattern],
);
const body = {
  agent: 'agt_one',
  action: someAction.id,
  pointer,
  allows: { kind: 'exact', value: 'bob@example.com' },
};

async function published(changes: Parameters<typeof world>[0] = {}) {
  const w = await world(changes);
  const tool = { action: someAction.id, pin: 'a'.repeat(64), connection: 'con_bound' };
  await w.doors.config.publish(
    HOME,
    {
      ...{ id: 'agt_one', version: 1, definition: someDraft },
      tools: [{ ...tool, description: '', input: {} }],
    },
    'usr_owner',
  );
  return w;
}

test('an admin permits a value by a form, through the connection that the version binds, for 30 days', async () => {
  const w = await published();
  const answer = await w.as('usr_admin')('POST', 'permissions', body);
  expect(answer.status).toBe(201);
  expect(w.permissions.made).toMatchObject([
    { by: 'usr_admin', draft: { ...body, connection: 'con_bound', days: 30, asked: null } },
  ]);
});

test.each([
  ['usr_builder', 'HTTP_ROLE_MISSING'],
  ['usr_responder', 'HTTP_ROLE_MISSING'],
  ['usr_user', 'HTTP_ROLE_MISSING'],
])('%s makes none by the form', async (person, code) => {
  const w = await published();
  const answer = await w.as(person)('POST', 'permissions', body);
  expect([answer.status, (await errorOf(answer)).code]).toEqual([403, code]);
});

test.each([null, 'agt_one'])(
  'no key makes one, by form or answer, whoever holds it: %s',
  async (agent) => {
    const w = await published();
    w.memory.put({ id: 'run_1', workspace: HOME, person: 'usr_owner' });
    const question = someQuestion({
      ...{ id: 'qst_1', workspace: HOME, run: 'run_1' },
      requestedBy: 'usr_owner',
    });
    w.memory.ask(question);
    const key = w.keyWith(['questions:answer', 'policy:write'], agent === null ? {} : { agent });
    const { callHash } = question;
    const answered = await w.withKey(key)('POST', 'questions/qst_1/answer', {
      ...{ kind: 'approve', callHash, remember: [{ missing: 0, days: 30 }] },
    });
    const formed = await w.withKey(key)('POST', 'permissions', body);
    expect([answered.status, formed.status]).toEqual([403, 403]);
    expect(w.permissions.made).toEqual([]);
    expect((await w.doors.reader.question(HOME, 'qst_1'))?.status).toBe('open');
  },
);

test('whom the policies bar from answering may not answer beforehand', async () => {
  const base = await world();
  const w = await published({
    checks: { ...base.doors.checks, answering: async () => () => 'policy' },
  });
  const answer = await w.as('usr_admin')('POST', 'permissions', body);
  expect((await errorOf(answer)).code).toBe('HTTP_ANSWER_BARRED');
});

test.each([
  ['action', { ...body, action: 'mail.unknown' }],
  ['pointer', { ...body, pointer: '/nothing' }],
  ['days', { ...body, days: 3650 }],
  ['allows', { ...body, allows: { kind: 'any' } }],
])('a form with another %s is refused with the field named', async (field, wrong) => {
  const w = await published();
  const answer = await w.as('usr_admin')('POST', 'permissions', wrong);
  expect([answer.status, (await errorOf(answer)).field]).toEqual([
    400,
    expect.stringMatching(`^${field}`),
  ]);
});

test('a responder sees and revokes what anybody made, a user only their own', async () => {
  const w = await published();
  const made = await jsonOf<{ id: string }>(await w.as('usr_admin')('POST', 'permissions', body));
  const listed = async (person: string) =>
    (await jsonOf<{ items: unknown[] }>(await w.as(person)('GET', 'permissions'))).items.length;
  expect([await listed('usr_user'), await listed('usr_responder')]).toEqual([0, 1]);
  const path = `permissions/${made.id}`;
  for (const method of ['GET', 'DELETE'])
    expect((await w.as('usr_user')(method, path)).status).toBe(404);
  expect((await w.as('usr_responder')('DELETE', path)).status).toBe(204);
  expect(await (await w.as('usr_responder')('GET', path)).json()).toMatchObject({
    permission: { revokedBy: 'usr_responder' },
    uses: [],
  });
});

test('only who revoked it takes that back', async () => {
  const w = await published();
  const made = await jsonOf<{ id: string }>(await w.as('usr_admin')('POST', 'permissions', body));
  await w.as('usr_responder')('DELETE', `permissions/${made.id}`);
  const restore = (person: string) => w.as(person)('POST', `permissions/${made.id}/restore`);
  expect((await restore('usr_owner')).status).toBe(409);
  expect(await (await restore('usr_responder')).json()).toMatchObject({ revokedAt: null });
});

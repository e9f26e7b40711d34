import type { Json } from '@countersign/contract';
import { expect, test } from 'vitest';
import { errorOf, jsonOf } from '../testing/error-of.ts';
import { someAction, someDraft } from '../testing/some-content.ts';
import { HOME, world } from '../testing/world.ts';

test('a draft saved over another revision than the one read changes nothing', async () => {
  const w = await world();
  const draft = { ...someDraft, name: 'Other' };
  expect(
    await (await w.as('usr_builder')('PUT', 'agents/agt_one', { draft, revision: 1 })).json(),
  ).toEqual({
    id: 'agt_one',
    revision: 2,
  });
  const late = await w.as('usr_builder')('PUT', 'agents/agt_one', {
    draft: someDraft,
    revision: 1,
  });
  expect([late.status, (await errorOf(late)).details]).toEqual([409, { revision: 2 }]);
  expect(
    (await w.as('usr_builder')('POST', 'agents/agt_one/publish', { revision: 1 })).status,
  ).toBe(409);
  expect((await w.as('usr_builder')('PUT', 'agents/agt_none', { draft, revision: 0 })).status).toBe(
    404,
  );
});

test('publishing pins each tool to what the catalog says now', async () => {
  const w = await world();
  const answer = await w.as('usr_builder')('POST', 'agents/agt_one/publish', { revision: 1 });
  expect([answer.status, await answer.json()]).toEqual([201, { id: 'agt_one', version: 1 }]);
  const version = await w.doors.config.version(HOME, 'agt_one', 1);
  expect(version?.tools).toMatchObject([
    {
      action: 'mail.send',
      connection: 'con_smtp',
      description: someAction.description,
      input: someAction.input,
    },
  ]);
  expect(version?.tools[0]?.pin).toMatch(/^[0-9a-f]{64}$/);
});

test.each([
  ['tools.0.action', { tools: [{ action: 'mail.burn', connection: null }] }],
  ['tools.0.connection', { tools: [{ action: 'mail.send', connection: null }] }],
  ['tools.0.connection', { tools: [{ action: 'mail.send', connection: 'con_none' }] }],
  ['tools.0.connection', { tools: [{ action: 'mail.send', connection: 'con_mail' }] }],
  ['tools.1.action', { tools: [...someDraft.tools, ...someDraft.tools] }],
  ['model.connection', { model: { connection: 'con_smtp', name: 'm' } }],
])('an agent with an ill-fitting %s is not published', async (field, over) => {
  const w = await world();
  await w.as('usr_builder')('PUT', 'agents/agt_one', {
    draft: { ...someDraft, ...over },
    revision: 1,
  });
  const answer = await w.as('usr_builder')('POST', 'agents/agt_one/publish', { revision: 2 });
  const error = await errorOf(answer);
  expect([answer.status, error.code, error.field]).toEqual([400, 'HTTP_AGENT', field]);
});

test.each([
  { ...someAction, sinks: { '/role': 'ctl' as const } },
  { ...someAction, connection: 'model' },
])('an action of the platform is published into no agent', async (action) => {
  const w = await world({ catalog: [action] });
  const answer = await w.as('usr_owner')('POST', 'agents/agt_one/publish', { revision: 1 });
  expect([answer.status, (await errorOf(answer)).field]).toEqual([400, 'tools.0.action']);
  const { items } = await jsonOf<{ items: unknown[] }>(await w.as('usr_owner')('GET', 'actions'));
  expect(items).toEqual([]);
});

test('two actions that are one name to the model are published into no agent, and both are named', async () => {
  const w = await world({
    catalog: ['mail.send.now', 'mail.send_now'].map((id) => ({ ...someAction, id })),
  });
  const tools = w.doors.catalog.map(({ id }) => ({ action: id, connection: 'con_smtp' }));
  await w.as('usr_builder')('PUT', 'agents/agt_one', {
    draft: { ...someDraft, tools },
    revision: 1,
  });
  const answer = await w.as('usr_builder')('POST', 'agents/agt_one/publish', { revision: 2 });
  const { code, field, message } = await errorOf(answer);
  expect([answer.status, code, field]).toEqual([400, 'HTTP_AGENT', 'tools.1.action']);
  expect(message).toMatch(/`mail\.send\.now` and `mail\.send_now`.*take one of them away/);
  expect(await w.doors.config.version(HOME, 'agt_one', 1)).toBeNull();
});

test('descriptors are checked, those of the catalog where none are given, and nothing else is taken', async () => {
  const w = await world();
  const check = (body: Json) => w.as('usr_builder')('POST', 'actions/check', body);
  expect(await (await check({})).json()).toMatchObject({ items: [{ action: someAction.id }] });
  expect(await (await check({ actions: [{ id: 'a.do' }, 'none'] })).json()).toMatchObject({
    items: [{ action: 'a.do', findings: [{ at: '/sinks', kind: 'undeclared' }] }, { action: null }],
  });
  expect((await check({ actions: [] })).status).toBe(400);
  expect((await w.as('usr_user')('POST', 'actions/check', {})).status).toBe(403);
});

import type { MemoryItem } from '@countersign/contract';
import { expect, test } from 'vitest';
import { errorOf, jsonOf } from '../testing/error-of.ts';
import { ELSEWHERE, HOME, world } from '../testing/world.ts';

type List = { readonly items: readonly MemoryItem[] };

async function remembering() {
  const w = await world();
  const own = w.memories.put(HOME, { person: 'usr_user', run: 'run_user' });
  const other = w.memories.put(HOME, { person: 'usr_builder' });
  w.memories.put(ELSEWHERE, { person: 'usr_stranger' });
  const listed = async (person: string, query = '') =>
    (await jsonOf<List>(await w.as(person)('GET', `memories${query}`))).items.map(({ id }) => id);
  return { ...w, own, other, listed };
}

test('a user sees what agents remember for them, a responder what they remember for anybody', async () => {
  const { listed, own, other } = await remembering();
  expect(await listed('usr_user')).toEqual([own.id]);
  expect(await listed('usr_user', '?person=usr_builder')).toEqual([]);
  expect(await listed('usr_responder')).toEqual([own.id, other.id]);
  expect(await listed('usr_responder', '?person=usr_builder')).toEqual([other.id]);
  expect(await listed('usr_responder', '?status=active')).toEqual([]);
});

test('a person approves their own memory; that of another only an admin raises', async () => {
  const { as, own, other } = await remembering();
  const approve = (person: string, { id }: MemoryItem) =>
    as(person)('POST', `memories/${id}/approve`);
  expect((await approve('usr_user', other)).status).toBe(404);
  expect((await approve('usr_responder', other)).status).toBe(404);
  expect(await (await approve('usr_user', own)).json()).toMatchObject({
    status: 'active',
    changedBy: 'usr_user',
  });
  expect((await approve('usr_admin', other)).status).toBe(200);
  const again = await approve('usr_admin', other);
  expect([again.status, (await errorOf(again)).code]).toEqual([409, 'HTTP_CONFLICT']);
});

test.each(['approve', 'edit', 'restore'])(
  'no key does %s, which raises or brings back',
  async (how) => {
    const w = await remembering();
    const key = w.keyWith(['questions:answer', 'questions:read', 'policy:write']);
    const answer = await w.withKey(key)('POST', `memories/${w.own.id}/${how}`, { text: 'x' });
    expect([answer.status, (await errorOf(answer)).code]).toEqual([403, 'HTTP_SESSION_NEEDED']);
  },
);

test('an edit is a new memory, and needs a text', async () => {
  const { as, own } = await remembering();
  const path = `memories/${own.id}/edit`;
  expect(await (await as('usr_user')('POST', path, { text: 'Ann.' })).json()).toMatchObject({
    ...{ supersedes: own.id, text: 'Ann.', reviewedBy: 'usr_user' },
  });
  const empty = await as('usr_user')('POST', path, { text: '' });
  expect([empty.status, (await errorOf(empty)).field]).toEqual([400, 'text']);
});

test('a rollback is shown first, takes only what was shown, and is taken back', async () => {
  const { as, own, listed } = await remembering();
  const roll = (body: object) => as('usr_user')('POST', 'memories/rollback', body);
  const shown = await roll({ source: 'run_user' });
  expect(await shown.json()).toMatchObject({ rollback: null, items: [{ id: own.id }], untold: [] });
  expect(await listed('usr_user', '?status=waiting')).toEqual([own.id]);
  const wrong = await roll({ source: 'run_user', memories: [] });
  expect([wrong.status, (await errorOf(wrong)).code]).toEqual([409, 'HTTP_CONFLICT']);
  const done = await jsonOf<{ rollback: string }>(
    await roll({ source: 'run_user', memories: [own.id] }),
  );
  expect(await listed('usr_user', '?status=waiting')).toEqual([]);
  const { rollback } = done;
  const back = async (person: string) =>
    (await jsonOf<List>(await as(person)('POST', 'memories/rollback/restore', { rollback }))).items;
  expect((await back('usr_user')).map(({ id }) => id)).toEqual([own.id]);
});

test('a user’s rollback takes nothing of another person', async () => {
  const { as, other } = await remembering();
  const roll = await as('usr_user')('POST', 'memories/rollback', { source: other.run });
  expect(await roll.json()).toMatchObject({ items: [] });
});

test('what is deleted can be erased at once', async () => {
  const { as, own } = await remembering();
  const erased = await as('usr_user')('DELETE', `memories/${own.id}?erase=true`);
  expect(await erased.json()).toMatchObject({ text: null, status: 'forgotten' });
});

import { type ConnectionConfig, SCOPES } from '@countersign/contract';
import { createClient } from '@countersign/sdk';
import { expect, test } from 'vitest';
import { someDraft, someQuestion } from './testing/some-content.ts';
import { ELSEWHERE, HOME, world } from './testing/world.ts';

// Client and server are written apart; here they meet, so that neither can change a word alone.

test('the client does with a key everything the server offers one', async () => {
  const { client } = await connected();
  expect((await client.me()).workspaces).toMatchObject([{ id: HOME, role: 'owner' }]);
  expect(await client.health()).toMatchObject({ ok: true });

  const made = await client.agents.create(someDraft);
  const saved = await client.agents.save(made.id, { ...someDraft, name: 'Other' }, made.revision);
  expect(await client.agents.publish(made.id, saved.revision)).toEqual({ id: made.id, version: 1 });
  expect((await client.agents.get(made.id)).draft.name).toBe('Other');
  expect((await client.agents.list()).map(({ id }) => id)).toContain(made.id);
  expect(await client.agents.actions()).toHaveLength(1);

  const config: ConnectionConfig = {
    kind: 'mailbox',
    folder: '/mail',
    owner: 'a@example.com',
    addresses: [],
  };
  expect((await client.connections.put('con_new', { name: 'New', config })).config).toEqual(config);
  expect((await client.connections.list()).map(({ id }) => id)).toContain('con_new');
  const model = { kind: 'model', provider: 'openai', allowPrivate: false, secret: 'KEY' } as const;
  await client.connections.put('con_key', { name: 'Key', config: model, secret: 'hush-1' });
  expect(await client.secrets.put('KEY', { value: 'hush-2', connection: 'con_key' })).toEqual({
    name: 'KEY',
    version: 2,
  });
  expect(await client.secrets.list()).toMatchObject([
    { name: 'KEY', connection: 'con_key', state: 'ready' },
  ]);
  const policy = await client.policy.put({ cedar: 'permit(principal, action, resource);' });
  expect(await client.policy.get()).toEqual(policy);
  expect(await client.rules.put({ separateDuties: true })).toMatchObject({ separateDuties: true });
  expect(await client.rules.get()).toMatchObject({ separateDuties: true });
  expect(await client.members.list()).toHaveLength(5);

  expect(await client.data.tables()).toEqual([]);
  expect(await client.data.rows('tbl_1', { limit: 5 })).toEqual({ items: [], next: null });
  expect(await client.data.cases(5)).toEqual([]);
  expect((await client.data.case('1')).record.title).toBe('Phish');
  expect(await client.data.outbox(5)).toHaveLength(1);
  expect((await client.data.outboxMail('out_1')).raw).toContain('Subject');
  expect(await client.data.mailbox('con_mail', 5)).toEqual([]);
  expect((await client.data.usage()).person?.id).toBe('person:usr_owner');
  const bytes = new TextEncoder().encode('hi');
  const file = await client.data.upload({ name: 'a.txt', mediaType: 'text/plain', bytes });
  expect(file).toMatchObject({ name: 'a.txt', bytes: 2 });

  expect((await client.ledger.checkpoint()).size).toBe(1);
  expect(await client.ledger.key()).toBe('name+hash+key');
  expect(await client.ledger.audit()).toEqual({ size: 1, findings: [] });
  const paths = [];
  for await (const { path } of client.ledger.export()) paths.push(path);
  expect(paths).toEqual(['key', 'key']);
});

test('the client starts, watches, answers, stops and proves a run', async () => {
  const { client, memory } = await connected();
  const start = { agent: 'agt_one', message: { text: 'hello' }, conversation: 'new', dedupe: 'd' };
  const { run, conversation } = await client.runs.start(start);
  expect((await client.conversations.list()).items).toMatchObject([{ id: conversation }]);
  expect((await client.conversations.get(conversation ?? '')).conversation.title).toBe('hello');
  expect((await client.runs.get(run)).person).toBe('usr_owner');
  expect((await client.runs.list({ limit: 5 })).items).toHaveLength(1);

  memory.append(run, 'run.started', { n: 1 });
  const question = someQuestion({ id: 'qst_1', workspace: HOME, run, requestedBy: 'usr_owner' });
  memory.ask(question);
  const view = { ...question, barred: null };
  expect((await client.questions.list({ status: 'open' })).items).toEqual([view]);
  expect(await client.questions.get('qst_1')).toEqual(view);
  const { callHash } = question;
  expect((await client.questions.answer('qst_1', { kind: 'approve', callHash })).status).toBe(
    'approved',
  );
  await expect(
    client.questions.answer('qst_1', { kind: 'approve', callHash }),
  ).rejects.toMatchObject({
    code: 'HTTP_QUESTION_CLOSED',
  });

  expect(await client.runs.cancel(run)).toBe('cancelled');
  expect(await client.runs.proof(run)).toMatchObject({ run });
  memory.append(run, 'run.ended', { n: 2 });
  const seen = [];
  for await (const event of client.runs.stream(run)) {
    if (event.kind === 'entry') seen.push(event.entry.kind);
  }
  expect(seen).toEqual(['run.started', 'run.ended']);
  expect(await client.runs.entries(run, { after: 0, limit: 5 })).toMatchObject([
    { kind: 'run.ended' },
  ]);
});

test('the client shows, reviews and takes back what agents remember', async () => {
  const w = await connected();
  const item = w.memories.put(HOME, { person: 'usr_owner' });
  const { memories } = w.client;
  expect((await memories.list({ status: 'waiting' })).items).toEqual([item]);
  expect(await memories.get(item.id)).toEqual(item);
  expect((await memories.reject(item.id)).status).toBe('rejected');
  const { id } = w.memories.put(HOME, { person: 'usr_owner', run: 'run_2' });
  expect((await memories.rollbackPlan('run_2')).items.map((one) => one.id)).toEqual([id]);
  const done = await memories.rollBack('run_2', [id]);
  expect(done).toMatchObject({
    rollback: expect.stringMatching(/^rbk_/),
    items: [{ status: 'rolled-back' }],
  });
  expect((await memories.remove(id)).status).toBe('forgotten');
  expect((await memories.remove(id, { erase: true })).text).toBeNull();
  for (const bySession of [
    memories.approve(id),
    memories.edit(id, 'x'),
    memories.restore(id),
    memories.restoreRollback(done.rollback),
  ])
    await expect(bySession).rejects.toMatchObject({ code: 'HTTP_SESSION_NEEDED' });
});

test('a client whose connection is cut in the middle of a run misses nothing and sees nothing twice', async () => {
  const { memory, request, keyWith } = await connected();
  memory.put({ id: 'run_1', workspace: HOME, person: 'usr_owner' });
  let cuts = 0;
  const client = createClient({
    baseUrl: '',
    workspace: HOME,
    apiKey: keyWith(['runs:read']),
    wait: async () => undefined,
    fetch: async (path, init) => {
      const answer = await request(path, init);
      memory.append('run_1', 'call.intent', null);
      memory.append('run_1', 'call.outcome', null);
      if (cuts++ === 4) memory.append('run_1', 'run.ended', null);
      // In the middle of the second entry: the first is had, the second must come again.
      return cuts > 4 ? answer : cut(answer, 200);
    },
  });
  const seen: number[] = [];
  for await (const event of client.runs.stream('run_1')) {
    if (event.kind === 'entry') seen.push(event.entry.index);
  }
  expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('a client of another workspace is told that there is nothing', async () => {
  const { client } = await connected();
  await expect(client.in(ELSEWHERE).agents.list()).rejects.toMatchObject({ status: 404 });
});

async function connected() {
  const w = await world();
  const apiKey = w.keyWith(SCOPES);
  const fetch = async (path: string, init: RequestInit) => w.request(path, init);
  return { ...w, client: createClient({ baseUrl: '', apiKey, fetch }) };
}

/** An answer whose connection breaks after that many bytes. */
function cut(answer: Response, after: number): Response {
  let left = after;
  const cutter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      controller.enqueue(chunk.slice(0, left));
      left -= chunk.length;
      if (left <= 0) controller.error(new TypeError('terminated'));
    },
  });
  return new Response(answer.body?.pipeThrough(cutter) ?? null, answer);
}

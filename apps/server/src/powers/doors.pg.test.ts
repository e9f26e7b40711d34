import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentDefinitionSchema, newId, type Question, SCOPES } from '@countersign/contract';
import { checkpointSigner, memoryWitness } from '@countersign/record';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openStores, type Stores } from './stores.ts';
import { systemPowers } from './system.ts';
import { type TestApp, testApp } from './testing/app.ts';
import { type MigratedDatabase, migratedDatabase } from './testing/database.ts';

// The doors as they are wired, over the real stores: what stands between the two is seen nowhere else.

const powers = systemPowers();
const workspace = newId('workspace', powers);
let database: MigratedDatabase;
let top: string;
let stores: Stores;
let app: TestApp;
const problems: string[] = [];

beforeAll(async () => {
  database = await migratedDatabase(inject('postgresUrl'));
  stores = await openStores({ url: database.url, password: database.appPassword }, powers);
  const signer = checkpointSigner(new Uint8Array(32).fill(7), memoryWitness());
  top = await realpath(await mkdtemp(join(tmpdir(), 'doors-')));
  for (const folder of ['files/inbox', 'secret'])
    await mkdir(join(top, folder), { recursive: true });
  for (const folder of ['files/inbox', 'secret'])
    await writeFile(
      join(top, folder, 'one.eml'),
      'From: a@example.com\r\nSubject: hi\r\n\r\nhi\r\n',
    );
  app = testApp({
    stores,
    signer,
    report: (what) => problems.push(what),
    files: join(top, 'files'),
  });
  await stores.config.createWorkspace(
    { id: workspace, name: 'Doors', createdAt: powers.now() },
    { person: 'usr_owner', name: 'Ann', email: 'ann@example.com', role: 'owner' },
  );
});
afterAll(async () => {
  await stores.record.close();
  await database.drop();
  await rm(top, { recursive: true });
});

async function send(method: string, path: string, body?: object, person = 'usr_owner') {
  const answer = await app.request(`/api/v1/workspaces/${workspace}/${path}`, {
    method,
    headers: {
      origin: 'http://localhost',
      cookie: `session=${person}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: JSON.parse(text || '{}') as Record<string, unknown> };
}

test('a secret that is entered with a connection is stored with it', async () => {
  const config = { kind: 'model', provider: 'openai', secret: 'KEY' };
  const put = { name: 'Model', config, secret: 'hush-hush' };
  expect(await send('PUT', 'connections/con_model', put)).toMatchObject({ status: 200 });
  expect((await send('GET', 'secrets')).body).toMatchObject({
    items: [{ name: 'KEY', version: 1, connection: 'con_model' }],
  });
  expect(problems).toEqual([]);
});

const mailbox = (folder: string) => ({
  name: 'Mail',
  config: { kind: 'mailbox', folder, owner: 'ann@example.com' },
});

test('a mailbox is set up within the folders that may be read, and its mails are seen', async () => {
  expect(await send('PUT', 'connections/con_in', mailbox('inbox'))).toMatchObject({ status: 200 });
  expect((await send('GET', 'mailbox/con_in')).body).toMatchObject({ items: [{ subject: 'hi' }] });
});

test.each(['/etc', '../secret', '/proc/self', 'inbox/../../secret'])(
  'a mailbox at %s is refused by its field, with the way out',
  async (folder) => {
    const put = await send('PUT', 'connections/con_out', mailbox(folder));
    expect(put).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 'HTTP_INVALID',
          field: 'config.folder',
          message: expect.stringMatching(/outside.*`files`.*COUNTERSIGN_FILES_ROOTS/s) as string,
        },
      },
    });
  },
);

test('a row that names a folder outside, or a link that came to lead there, opens no door', async () => {
  const row = { id: 'con_row', workspace, ...mailbox(join(top, 'secret')) };
  const config = { ...row.config, kind: 'mailbox' as const, addresses: [] };
  await stores.config.putConnection({ ...row, config }, 'usr_owner');
  const link = mailbox('link');
  await symlink(join(top, 'files/inbox'), join(top, 'files/link'));
  expect(await send('PUT', 'connections/con_link', link)).toMatchObject({ status: 200 });
  await rm(join(top, 'files/link'));
  await symlink(join(top, 'secret'), join(top, 'files/link'));
  for (const id of ['con_row', 'con_link'])
    expect(await send('GET', `mailbox/${id}`)).toMatchObject({
      status: 409,
      body: { error: { code: 'HTTP_MAILBOX' } },
    });
});

test('who asked may not approve once an owner says so, from the next answer on', async () => {
  const question = await asked('usr_owner');
  expect((await send('GET', `questions/${question.id}`)).body).toMatchObject({ barred: null });
  const rules = { separateDuties: true };
  expect(await send('PUT', 'rules', rules)).toMatchObject({ status: 200, body: rules });
  expect((await send('GET', 'questions?status=open')).body).toMatchObject({
    items: [{ id: question.id, barred: 'own' }],
  });
  const approve = { kind: 'approve', callHash: question.callHash };
  expect(await send('POST', `questions/${question.id}/answer`, approve)).toMatchObject({
    status: 403,
    body: { error: { code: 'HTTP_SELF_APPROVAL' } },
  });
  const after = await stores.record.reader.question(workspace, question.id);
  expect(after).toMatchObject({ status: 'open', answeredBy: null });
  await send('PUT', 'rules', { separateDuties: false });
  expect((await send('GET', `questions/${question.id}`)).body).toMatchObject({ barred: null });
});

test('a yes of several stands with its question, once a person, for as long as they may answer', async () => {
  for (const person of ['usr_rea', 'usr_roy'])
    await stores.config.putMember(
      workspace,
      { person, name: person, email: `${person}@example.com`, role: 'responder' },
      'usr_owner',
    );
  const question = await asked('usr_owner', { approvals: 3 });
  const path = `questions/${question.id}`;
  const yes = (person: string) =>
    send('POST', `${path}/answer`, { kind: 'approve', callHash: question.callHash }, person);
  const shown = async () => (await send('GET', path)).body;
  expect(await yes('usr_rea')).toMatchObject({
    status: 200,
    body: { status: 'open', approvals: 3, supports: [{ by: 'usr_rea', counts: true }] },
  });
  expect(await yes('usr_rea')).toMatchObject({
    status: 409,
    body: { error: { code: 'HTTP_ANSWER_SAID' } },
  });
  expect(await yes('usr_owner')).toMatchObject({ status: 200, body: { status: 'open' } });

  await send('PUT', 'rules', { separateDuties: true });
  await stores.config.removeMember(workspace, 'usr_rea', 'usr_owner');
  const none = {
    status: 'open',
    supports: [{ counts: false }, { by: 'usr_owner', counts: false }],
  };
  expect(await shown()).toMatchObject(none);
  expect(await yes('usr_roy')).toMatchObject({
    status: 200,
    body: { status: 'open', supports: [{ counts: false }, { counts: false }, { counts: true }] },
  });
  expect((await send('GET', 'questions?status=open')).body).toMatchObject({
    items: expect.arrayContaining([
      expect.objectContaining({ id: question.id, supports: expect.any(Array) as unknown[] }),
    ]) as unknown[],
  });
  await send('PUT', 'rules', { separateDuties: false });
  expect(await shown()).toMatchObject({ supports: [{}, { counts: true }, { counts: true }] });
});

test('of several answers at once each yes counts for its own question', async () => {
  const questions = [
    await asked('usr_owner', { approvals: 2 }),
    await asked('usr_owner', { approvals: 5 }),
  ];
  const answers = questions.map(({ id, callHash }) => ({
    ...{ id, answer: { kind: 'approve', callHash } },
  }));
  const open = (approvals: number) => ({
    ...{ error: null, question: { status: 'open', approvals, supports: [{ by: 'usr_owner' }] } },
  });
  expect(await send('POST', 'questions/answers', { answers })).toMatchObject({
    ...{ status: 200, body: { items: [open(2), open(5)] } },
  });
  expect((await send('POST', 'questions/answers', { answers })).body).toMatchObject({
    items: [{ error: { code: 'HTTP_ANSWER_SAID' } }, { error: { code: 'HTTP_ANSWER_SAID' } }],
  });
});

/** A run that acts for somebody, and the question it waits with. */
async function asked(person: string, more: Partial<Question> = {}): Promise<Question> {
  const run = newId('run', powers);
  const actor = { workspace, person, roles: [], agent: 'agt_1', agentVersion: 1, run };
  const grant = { actions: [], connections: [], expiresAt: 9e12, ancestors: [] };
  const definition = agentDefinitionSchema.parse({
    name: 'Agent',
    model: { connection: 'con_model', name: 'm' },
  });
  const question: Question = {
    ...{ id: newId('question', powers), run, call: `${run}.1`, callHash: 'a'.repeat(64) },
    ...({ kind: 'call', action: 'mail.send', effect: 'send', sentence: 'Send?' } as const),
    ...{ args: {}, missing: [], askedAt: powers.now(), expiresAt: powers.now() + 60_000 },
    requestedBy: person,
    ...more,
  };
  const start = {
    ...{ actor, grant, agent: { id: 'agt_1', version: 1, definition, tools: [] } },
    ...{ trigger: { kind: 'api', by: person } as const, conversation: null },
  };
  const held = { question: question.id };
  await stores.record.commit({
    workspace,
    entries: [
      { kind: 'run.started', run, call: null, ref: {}, payload: { start: {} } },
      { kind: 'call.held', run, call: question.call, ref: held, payload: { question: {} } },
    ],
    create: { id: run, start, title: 'x', lease: null },
    open: [question],
  });
  return question;
}

test('a zero character in an address or a body is what the caller sent, and no failure of the database', async () => {
  for (const path of [`${workspace}%00/runs`, '%00/runs', `${workspace}/runs/run%00`]) {
    const answer = await app.request(`/api/v1/workspaces/${path}`, {
      headers: { cookie: 'session=usr_owner' },
    });
    expect([404, 422], path).toContain(answer.status);
  }
  const message = { agent: 'agt_a', message: { text: 'a\0b' } };
  expect(await send('POST', 'runs', message)).toMatchObject({
    status: 400,
    body: { error: { field: 'message.text' } },
  });
  expect(problems).toEqual([]);
});

test('a version that is published counts from the next run on, also in the moment after one', async () => {
  const draft = agentDefinitionSchema.parse({
    name: 'Versions',
    model: { connection: 'con_model', name: 'm' },
  });
  const made = await send('POST', 'agents', { draft });
  const { id } = made.body as { id: string };
  const publish = async () => {
    const { revision } = (await send('GET', `agents/${id}`)).body;
    return send('POST', `agents/${id}/publish`, { revision });
  };
  const versionOfRun = async () => {
    const { body } = await send('POST', 'runs', { agent: id, message: { text: 'hello' } });
    return (await send('GET', `runs/${String(body['run'])}`)).body['agentVersion'];
  };
  expect(await send('POST', 'runs', { agent: id, message: { text: 'hello' } })).toMatchObject({
    body: { error: { code: 'RUNTIME_AGENT_NOT_PUBLISHED' } },
  });
  expect(await publish()).toMatchObject({ status: 201 });
  expect(await versionOfRun()).toBe(1);
  await publish();
  expect(await versionOfRun()).toBe(2);
});

test('a key that has just worked ends at once with its revocation, and its person’s part with theirs', async () => {
  await stores.config.putMember(
    workspace,
    { person: 'usr_bo', name: 'Bo', email: 'bo@example.com', role: 'admin' },
    'usr_owner',
  );
  const draft = { person: 'usr_bo', agent: null, scopes: SCOPES, expiresAt: null };
  const one = await stores.keys.createKey(workspace, { ...draft, name: 'one' }, 'usr_owner');
  const two = await stores.keys.createKey(workspace, { ...draft, name: 'two' }, 'usr_owner');
  const as = async (text: string) => {
    const headers = { authorization: `Bearer ${text}` };
    const answer = await app.request(`/api/v1/workspaces/${workspace}/secrets`, { headers });
    return answer.status;
  };
  expect([await as(one.text), await as(two.text)]).toEqual([200, 200]);
  await send('DELETE', `keys/${one.key.id}`);
  expect([await as(one.text), await as(two.text)]).toEqual([401, 200]);
  await send('PUT', 'members/usr_bo', { role: 'user' });
  expect(await as(two.text)).toBe(403);
  await send('DELETE', 'members/usr_bo');
  expect(await as(two.text)).toBe(401);
});

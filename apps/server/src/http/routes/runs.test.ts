import { label } from '@countersign/contract';
import { expect, test } from 'vitest';
import { errorOf, jsonOf } from '../testing/error-of.ts';
import { HOME, world } from '../testing/world.ts';

const hello = { agent: 'agt_one', message: { text: 'Look at the mail' } };

test('a run is started for whoever asks, with what the person typed kept apart from what they pasted', async () => {
  const w = await world();
  const message = { text: 'Sort these', pasted: ['From: evil'] };
  const answer = await w.as('usr_user')('POST', 'runs', { ...hello, message });
  expect(answer.status).toBe(202);
  expect(await answer.json()).toEqual({ run: 'run_1', duplicate: false, conversation: null });
  expect(w.memory.started).toMatchObject([
    {
      workspace: HOME,
      person: 'usr_user',
      agent: 'agt_one',
      message,
      trigger: { kind: 'chat', by: 'usr_user' },
    },
  ]);
});

test('the same dedupe key, in the body or as Idempotency-Key, starts one run for one person', async () => {
  const w = await world();
  const send = w.as('usr_user');
  await send('POST', 'runs', { ...hello, dedupe: 'once' });
  const again = await send('POST', 'runs', hello, { 'idempotency-key': 'once' });
  expect(await again.json()).toMatchObject({ run: 'run_1', duplicate: true });
  const other = await w.as('usr_admin')('POST', 'runs', { ...hello, dedupe: 'once' });
  expect(await other.json()).toMatchObject({ run: 'run_2', duplicate: false });
  const torn = await send('POST', 'runs', { ...hello, dedupe: 'a' }, { 'idempotency-key': 'b' });
  expect([torn.status, (await errorOf(torn)).field]).toEqual([400, 'dedupe']);
});

test('a conversation is opened by `new`, gone on with by its own person, and by nobody else', async () => {
  const w = await world();
  const opened = await w.as('usr_user')('POST', 'runs', { ...hello, conversation: 'new' });
  const { conversation } = await jsonOf<{ conversation: string }>(opened);
  const next = await w.as('usr_user')('POST', 'runs', { ...hello, conversation });
  expect(await next.json()).toMatchObject({ conversation });
  const foreign = await w.as('usr_owner')('POST', 'runs', { ...hello, conversation });
  expect([foreign.status, (await errorOf(foreign)).field]).toEqual([400, 'conversation']);
  const listed = await jsonOf<{ items: { title: string }[] }>(
    await w.as('usr_user')('GET', 'conversations'),
  );
  expect(listed.items).toMatchObject([{ title: 'Look at the mail' }]);
  expect((await w.as('usr_owner')('GET', `conversations/${conversation}`)).status).toBe(200);
  expect((await w.as('usr_builder')('GET', `conversations/${conversation}`)).status).toBe(200);
});

test('a file is kept as untrusted for its uploader alone, and nobody else can attach it', async () => {
  const w = await world();
  const headers = {
    cookie: 'session=usr_user',
    origin: 'http://localhost',
    'content-type': 'message/rfc822',
  };
  const answer = await w.request(`/api/v1/workspaces/${HOME}/objects?name=mail.eml`, {
    method: 'POST',
    headers,
    body: 'Subject: hi',
  });
  const { object, ...rest } = await jsonOf<{ object: string }>(answer);
  expect([answer.status, rest]).toEqual([
    201,
    { name: 'mail.eml', mediaType: 'message/rfc822', bytes: 11 },
  ]);
  expect(w.uploads.get(object)?.label).toEqual(label('untrusted', ['user:usr_user']));
  const attach = { ...hello, message: { text: 'read this', files: [object] } };
  expect((await w.as('usr_user')('POST', 'runs', attach)).status).toBe(202);
  const foreign = await w.as('usr_owner')('POST', 'runs', attach);
  expect([foreign.status, (await errorOf(foreign)).field]).toEqual([400, 'message.files.0']);
});

test.each(['../etc/passwd', 'a/b', 'a\\b', 'a\u0000b', '', 'x'.repeat(300)])(
  'a file cannot be called %j',
  async (name) => {
    const w = await world();
    const path = `/api/v1/workspaces/${HOME}/objects?name=${encodeURIComponent(name)}`;
    const headers = { cookie: 'session=usr_user', origin: 'http://localhost' };
    const answer = await w.request(path, { method: 'POST', headers, body: 'x' });
    expect([answer.status, w.uploads.size]).toEqual([400, 0]);
  },
);

test('an upload over the limit is refused', async () => {
  const w = await world();
  const path = `/api/v1/workspaces/${HOME}/objects?name=a`;
  const headers = { cookie: 'session=usr_user', origin: 'http://localhost' };
  const body = new Uint8Array(w.doors.limits.uploadBytes + 1);
  expect((await w.request(path, { method: 'POST', headers, body })).status).toBe(413);
});

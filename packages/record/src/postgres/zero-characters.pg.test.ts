import { Fault, label } from '@countersign/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createPostgresCaseStore } from '../cases/postgres.ts';
import { DEFAULT_POLICY, definition, snapshotOf } from '../config/conformance/under-test.ts';
import { createPostgresConfigStore } from '../config/postgres.ts';
import {
  answerEntry,
  entry,
  limited,
  question,
  runCreate,
  WORKSPACE,
} from '../conformance/record/harness.ts';
import { realPowers, type TestDatabase, testDatabase } from '../conformance/test-database.ts';
import { createPostgresConversationStore } from '../conversations/postgres.ts';
import { createPostgresKeyStore } from '../keys/postgres.ts';
import { createPostgresObjectStore } from '../objects/postgres.ts';
import { createPostgresOutboxStore } from '../outbox/postgres.ts';
import { createPostgresTableStore } from '../tables/postgres.ts';
import { type PostgresRecord, postgresRecord } from './store.ts';

const system = label('system');
/** No text and no jsonb of Postgres holds it. */
const BAD = 'a\0b';

let database: TestDatabase;
let record: PostgresRecord;
beforeAll(async () => {
  database = await testDatabase(inject('postgresUrl'));
  const { url, passwords } = database;
  const powers = { ...realPowers, pause: async () => undefined };
  record = await postgresRecord({ url, password: passwords.countersign_app, powers });
});
afterAll(async () => {
  await record.close();
  await database.drop();
});

/** Every way in which an id or a text gets into the database, by store and place. */
function ways(workspace: string, id: string, text: string): Record<string, () => Promise<unknown>> {
  const config = createPostgresConfigStore(database.app, {
    ...realPowers,
    defaultPolicy: DEFAULT_POLICY,
  });
  const tables = createPostgresTableStore(database.app, realPowers);
  const cases = createPostgresCaseStore(database.app, realPowers);
  const objects = createPostgresObjectStore(database.app, realPowers);
  const keys = createPostgresKeyStore(database.app, realPowers);
  const outbox = createPostgresOutboxStore(database.app, realPowers);
  const talks = createPostgresConversationStore(database.app, realPowers);
  const { reader } = record;
  const commit = (more: Partial<Parameters<typeof record.commit>[0]>) =>
    record.commit({ workspace, entries: [], ...more });
  const answer = { kind: 'deny', reason: text } as const;
  const mailbox = { kind: 'mailbox' as const, folder: text, owner: text, addresses: [text] };
  const columns = [{ name: text, type: 'text', required: false }] as const;
  const draft = { priority: 'low', severity: 'low', createdBy: id, label: system } as const;
  const member = { person: id, name: text, email: text, role: 'user' } as const;
  const key = { name: text, person: id, agent: id, scopes: [], expiresAt: null } as const;
  const row = { a: text };
  return {
    'reader.run': () => reader.run(workspace, id),
    'reader.runs': () => reader.runs(workspace, { limit: 1, agent: id, person: id, before: id }),
    'reader.entries': () => reader.entries(workspace, id, 0, 1),
    'reader.questions': () => reader.questions(workspace, { limit: 1, run: id, requestedBy: id }),
    'reader.question': () => reader.question(workspace, id),
    'reader.account': () => reader.account(workspace, id),
    'record.loadRun': () => record.loadRun(workspace, id),
    'record.claim': () => record.claim(id, 0),
    'record.heartbeat': () => record.heartbeat(id),
    'record.release': () => record.release(id, id),
    'record.retire': () => record.retire(id),
    'record.commit: a run': () => commit({ create: runCreate(id, { title: text, dedupe: text }) }),
    'record.commit: a person': () => commit({ create: runCreate('run_p', { person: id }) }),
    'record.commit: a conversation': () =>
      commit({ create: runCreate('run_v', { conversation: id }) }),
    'record.commit: an agent': () => commit({ create: runCreate('run_g', { agent: id }) }),
    'record.commit: a worker': () => commit({ create: runCreate('run_w', { lease: id }) }),
    'record.commit: an entry': () =>
      commit({
        entries: [{ ...entry('call.intent', id, text), call: text, ref: { [text]: text } }],
      }),
    'record.commit: a question': () => commit({ open: [question(id, id, { sentence: text })] }),
    'record.commit: an answer': () =>
      commit({
        entries: [answerEntry(id, id, 'deny', id)],
        close: [{ id, status: 'denied', by: id, answer }],
      }),
    'record.commit: limits': () => commit(limited(id, { calls: 1 })),
    'config.createWorkspace': () =>
      config.createWorkspace(
        { id: workspace, name: text, createdAt: 1 },
        { ...member, role: 'owner' },
      ),
    'config.workspacesOf': () => config.workspacesOf(id),
    'config.member': () => config.member(workspace, id),
    'config.putMember': () => config.putMember(workspace, member, id),
    'config.removeMember': () => config.removeMember(workspace, id, id),
    'config.agent': () => config.agent(workspace, id),
    'config.saveDraft': () =>
      config.saveDraft(workspace, id, { ...definition, instructions: text }, 0, id),
    'config.publish': () => config.publish(workspace, snapshotOf(id, 1), id),
    'config.version': () => config.version(workspace, id, 1),
    'config.connection': () => config.connection(workspace, id),
    'config.putConnection': () =>
      config.putConnection({ id, workspace, name: text, config: mailbox }, id),
    'config.putPolicy': () => config.putPolicy(workspace, { cedar: `// ${text}` }, id),
    'config.putLimits': () => config.putLimits(workspace, `agent:${id}`, { calls: 1 }, id),
    'tables.create': () => tables.create(workspace, { name: text, columns }, id),
    'tables.insert': () => tables.insert(workspace, id, [row], system, id),
    'tables.query': () => tables.query(workspace, id, { where: row, limit: 1, after: id }),
    'tables.update': () => tables.update(workspace, id, id, row, system, id),
    'tables.remove': () => tables.remove(workspace, id, id, id),
    'cases.create': () => cases.create(workspace, { ...draft, title: text, description: text }, id),
    'cases.comment': () => cases.comment(workspace, { case: id, text, by: id, label: system }, id),
    'cases.get': () => cases.get(workspace, id),
    'objects.put': () =>
      objects.put(workspace, {
        ...{ name: text, mediaType: text, bytes: new Uint8Array(1), label: system, by: id },
      }),
    'objects.get': () => objects.get(workspace, id),
    'keys.createKey': () => keys.createKey(workspace, key, id),
    'keys.revokeKey': () => keys.revokeKey(workspace, id, id),
    'keys.authenticate': () => keys.authenticate(`cs_${id}`),
    'outbox.take': () =>
      outbox.take(workspace, { from: text, to: [text], subject: text, text, raw: text }),
    'outbox.mail': () => outbox.mail(workspace, id),
    'conversations.list': () => talks.conversations(workspace, id, { limit: 1, before: id }),
    'conversations.create': () =>
      talks.createConversation(workspace, { agent: id, person: id, title: text }),
    'conversations.touch': () => talks.touch(workspace, id),
    'conversations.history': () => talks.historyOf(workspace, id, 1),
  };
}

/** Nothing thrown, or a fault that a person can do something about: no failure of ours. */
async function problemOf(way: () => Promise<unknown>): Promise<string | null> {
  try {
    await way();
    return null;
  } catch (thrown) {
    if (!Fault.is(thrown)) return String(thrown);
    const { status, kind } = thrown.spec;
    return kind === 'user' && status >= 400 && status < 500 ? null : thrown.code;
  }
}

test('a zero character is kept, or refused as what the caller sent, wherever it gets in', async () => {
  const places = [
    ['workspace', BAD, 'x', 'x'],
    ['id', WORKSPACE, BAD, 'x'],
    ['text', WORKSPACE, 'x', BAD],
  ] as const;
  const problems: string[] = [];
  for (const [place, workspace, id, text] of places) {
    for (const [name, way] of Object.entries(ways(workspace, id, text))) {
      const problem = await problemOf(way);
      if (problem !== null) problems.push(`${name} with a bad ${place}: ${problem}`);
    }
  }
  expect(problems).toEqual([]);
});

test('what is refused names the workspace, or says what to leave out', async () => {
  await expect(record.reader.run(BAD, 'x')).rejects.toMatchObject({
    code: 'RECORD_NAME_INVALID',
    message: expect.stringContaining('workspace'),
  });
  await expect(record.loadRun(WORKSPACE, BAD)).rejects.toMatchObject({
    code: 'RECORD_VALUE_UNSTORABLE',
    message: expect.stringContaining('zero character'),
  });
});

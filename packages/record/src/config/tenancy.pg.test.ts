import { label, newId, type Question } from '@countersign/contract';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createPostgresCaseStore } from '../cases/postgres.ts';
import { realPowers, type TestDatabase, testDatabase } from '../conformance/test-database.ts';
import { createPostgresConversationStore } from '../conversations/postgres.ts';
import { createPostgresKeyStore } from '../keys/postgres.ts';
import { createPostgresMemoryStore } from '../memories/postgres.ts';
import { createPostgresObjectStore } from '../objects/postgres.ts';
import { createPostgresOutboxStore } from '../outbox/postgres.ts';
import { createPostgresPermissionStore } from '../permissions/postgres.ts';
import { commitWithin } from '../postgres/commit-within.ts';
import { inWorkspace } from '../postgres/tenant.ts';
import { createPostgresTableStore } from '../tables/postgres.ts';
import { ada, bob, DEFAULT_POLICY, definition, snapshotOf } from './conformance/under-test.ts';
import { createPostgresConfigStore } from './postgres.ts';

const WORKSPACES = ['ws_a', 'ws_b'] as const;
const system = label('system');
const sealed = {
  ...{ keyId: 'k', wrappedKey: 'w', iv: 'i', ciphertext: 'never to be seen', tag: 't' },
  bound: { connection: 'con_1', destination: {} },
};

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(inject('postgresUrl'));
  for (const workspace of WORKSPACES) await fill(workspace);
});
afterAll(() => database.drop());

/** Something of everything, written through every store. */
async function fill(workspace: string): Promise<void> {
  const { app } = database;
  const config = createPostgresConfigStore(app, { ...realPowers, defaultPolicy: DEFAULT_POLICY });
  await config.createWorkspace({ id: workspace, name: workspace, createdAt: 1 }, ada);
  await config.putMember(workspace, bob, ada.person);
  await config.saveDraft(workspace, 'agt_1', definition, 0, ada.person);
  await config.publish(workspace, snapshotOf('agt_1', 1), ada.person);
  const mailbox = { kind: 'mailbox' as const, folder: 'x', owner: 'a@b.example', addresses: [] };
  await config.putConnection({ id: 'con_1', workspace, name: 'x', config: mailbox }, ada.person);
  await config.putSecret(workspace, { name: 'api', version: 1, sealed }, ada.person);
  await config.putPolicy(workspace, { cedar: DEFAULT_POLICY }, ada.person);
  await config.proposePolicy(workspace, { cedar: DEFAULT_POLICY }, 1, ada.person);
  await config.putLimits(workspace, `workspace:${workspace}`, { steps: 5 }, ada.person);
  const tables = createPostgresTableStore(app, realPowers);
  const columns = [{ name: 'a', type: 'text', required: false }] as const;
  const { id } = await tables.create(workspace, { name: 'mails', columns }, 'k1');
  await tables.insert(workspace, id, [{ a: workspace }], system, 'k2');
  const cases = createPostgresCaseStore(app, realPowers);
  const draft = { title: 'x', description: '', priority: 'low', severity: 'low' } as const;
  await cases.create(workspace, { ...draft, createdBy: 'usr_ada', label: system }, 'k3');
  await cases.comment(workspace, { case: '1', text: 'x', by: 'usr_ada', label: system }, 'k4');
  await createPostgresObjectStore(app, realPowers).put(workspace, {
    ...{ name: 'x', mediaType: 'text/plain', bytes: new Uint8Array(3) },
    ...{ label: system, by: 'usr_ada' },
  });
  const key = { name: 'x', person: 'usr_ada', agent: null, expiresAt: null } as const;
  const scopes = ['runs:read'] as const;
  await createPostgresKeyStore(app, realPowers).createKey(workspace, { ...key, scopes }, 'usr_ada');
  const mail = { from: 'a@b.example', to: [], subject: '', text: '', raw: 'x' };
  await createPostgresOutboxStore(app, realPowers).take(workspace, mail);
  const permission = {
    ...{ agent: 'agt_1', action: 'mail.send', connection: 'con_1', pointer: '/to/*' as const },
    ...{
      allows: { kind: 'exact' as const, value: workspace },
      weekly: null,
      days: 7 as const,
      asked: null,
    },
  } as const;
  await createPostgresPermissionStore(app, realPowers).makePermissions(
    workspace,
    [permission],
    'usr_ada',
  );
  const memory = { text: 'x', run: 'run_1', call: 'run_1.1', supersedes: null, days: 365 };
  await createPostgresMemoryStore(app, realPowers).write(
    workspace,
    { ...memory, person: 'usr_ada', agent: 'agt_1', label: system },
    'run_1.1',
  );
  const talk = { agent: 'agt_1', person: 'usr_ada', title: 'x' };
  await createPostgresConversationStore(app, realPowers).createConversation(workspace, talk);
  await startRun(workspace);
}

async function startRun(workspace: string): Promise<void> {
  const run = newId('run', realPowers);
  const actor = {
    ...{ workspace, person: 'usr_ada', roles: [], agent: 'agt_1', agentVersion: 1, run },
  };
  const grant = { actions: [], connections: [], expiresAt: 9e12, ancestors: [] };
  const trigger = { kind: 'api', by: 'usr_ada' } as const;
  const start = { actor, grant, agent: snapshotOf('agt_1', 1), trigger, conversation: null };
  const question: Question = {
    ...{ id: newId('question', realPowers), run, call: `${run}.1`, callHash: 'a'.repeat(64) },
    ...({ kind: 'call', action: 'mail.send', effect: 'send', sentence: 'Send?' } as const),
    ...{ args: {}, missing: [], askedAt: 1, expiresAt: 2, requestedBy: 'usr_ada' },
  };
  await inWorkspace(database.app, workspace, (tenant) =>
    commitWithin(tenant, realPowers, {
      workspace,
      entries: [{ kind: 'run.started', run, call: null, ref: {}, payload: { x: 1 } }],
      create: { id: run, start, title: 'x', lease: null },
      open: [question],
    }),
  );
}

interface Relation {
  readonly name: string;
  readonly columns: readonly string[];
  readonly secured: boolean;
  readonly tenant: boolean;
}

/** Every relation of our schema of which a role may read a column, with those columns. */
async function readableBy(role: string): Promise<readonly Relation[]> {
  const { rows } = await database.admin.query<Relation>(
    `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as secured,
       array_agg(a.attname::text) as columns, bool_or(a.attname = 'workspace') as tenant
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'countersign'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
       and has_column_privilege($1, c.oid, a.attnum, 'select')
     group by c.oid order by 1`,
    [role],
  );
  return rows;
}

const lists = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ');

/** What the server's role sees of a relation with a statement that has no WHERE. */
async function seenFrom(setting: string | null, relation: Relation): Promise<readonly string[]> {
  const client = await database.app.connect();
  try {
    await client.query('begin');
    if (setting !== null) {
      await client.query(`select set_config('app.workspace', $1, true)`, [setting]);
    }
    const { rows } = await client.query<{ workspace: string }>(
      `select ${lists(relation.columns)} from ${relation.name}`,
    );
    return rows.map(({ workspace }) => workspace);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe("row-level security, with the application's own WHERE removed", () => {
  test('every relation that the server may read is a secured tenant relation', async () => {
    const relations = await readableBy('countersign_app');
    expect(relations.length).toBeGreaterThan(20);
    expect(relations.filter(({ secured, tenant }) => !secured || !tenant)).toEqual([]);
  });

  test('a workspace sees its own rows of every relation, and no row of another', async () => {
    const empty: string[] = [];
    for (const relation of await readableBy('countersign_app')) {
      const counted = await database.admin.query<{ workspace: string; count: number }>(
        `select workspace, count(*)::int as count from ${relation.name} group by 1`,
      );
      if (counted.rows.length < 2) empty.push(relation.name);
      for (const workspace of WORKSPACES) {
        const seen = await seenFrom(workspace, relation);
        const own = counted.rows.find((row) => row.workspace === workspace)?.count ?? 0;
        expect(seen, relation.name).toEqual(Array.from({ length: own }, () => workspace));
      }
    }
    // These fill up later: a subtree of the log at 256 entries, a checkpoint when the broker signs one.
    expect(empty).toEqual(['log_checkpoint', 'log_node']);
  });

  test.each([null, '', '%', "ws_a' or true --"])(
    'a transaction for %j sees nothing',
    async (setting) => {
      for (const relation of await readableBy('countersign_app')) {
        expect(await seenFrom(setting, relation), relation.name).toEqual([]);
      }
    },
  );

  test('a workspace writes no row for another', async () => {
    const statements = [
      `insert into member (workspace, person, name, email, role) values ('ws_b', 'usr_eve', '', '', 'owner')`,
      `insert into connection (workspace, id, name, config, updated_at) values ('ws_b', 'c', '', '{}', now())`,
      `insert into keyed_write (workspace, key, request) values ('ws_b', 'k', '')`,
      `insert into policy_version values ('ws_b', 99, 'v', '', now(), 'usr_eve')`,
    ];
    for (const statement of statements) {
      const written = inWorkspace(database.app, 'ws_a', (tenant) => tenant.query(statement));
      await expect(written, statement).rejects.toMatchObject({ code: '42501' });
    }
    const changed = await inWorkspace(database.app, 'ws_a', (tenant) =>
      tenant.query(`update member set role = 'user' where workspace = 'ws_b'`),
    );
    expect(changed.rowCount).toBe(0);
  });

  test('no policy but the tenant one lets the server or everybody in', async () => {
    const { rows } = await database.admin.query<{ tablename: string; policies: string[] }>(
      `select tablename, array_agg(concat(permissive, ' ', cmd, ' ', qual, ' ', with_check)) as policies
       from pg_policies where schemaname = 'countersign'
         and (roles && '{public,countersign_app}'::name[]) group by 1`,
    );
    const tenant = "(workspace = current_setting('app.workspace'::text, true))";
    const relations = (await readableBy('countersign_app')).map(({ name }) => name);
    expect(rows.map(({ tablename }) => tablename).toSorted()).toEqual(relations.toSorted());
    for (const { tablename, policies } of rows) {
      expect(policies, tablename).toEqual([`PERMISSIVE ALL ${tenant} ${tenant}`]);
    }
  });
});

describe("the server's role", () => {
  const refused = async (statement: string) => {
    const ran = inWorkspace(database.app, 'ws_a', (tenant) => tenant.query(statement));
    await expect(ran, statement).rejects.toMatchObject({ code: '42501' });
  };

  test('cannot read a sealed secret or the hash of a key in any way', async () => {
    await refused('select sealed from secret');
    await refused('select * from secret');
    await refused('select s from secret s');
    await refused('select to_jsonb(s) from secret s');
    await refused("select name from secret where sealed::text like '%a%'");
    await refused(`insert into secret values ('ws_a', 'x', 1, '{}', now(), '') returning sealed`);
    await refused(`insert into secret values ('ws_a', 'api', 1, '{}', now(), '')
      on conflict (workspace, name, version) do update set created_by = secret.sealed::text`);
    await refused('select secret_hash from api_key');
    await refused('copy secret to stdout');
  });

  test('rewrites no version, no secret, no policy, no key and no entry of the ledger', async () => {
    await refused(`update agent_version set snapshot = '{}'`);
    await refused(`update secret set sealed = '{}'`);
    await refused(`update policy_version set cedar = ''`);
    await refused(`update api_key set scopes = '{runs:write}'`);
    await refused(`update api_key set secret_hash = ''`);
    await refused(`update log_entry set payload = '{}'`);
    await refused(
      `insert into log_entry (workspace, index, leaf, leaf_hash) values ('ws_a', 99, '', '')`,
    );
    await refused(`update log_head set size = 0`);
    await refused(`update account set spent = null`);
    await refused(`update question set status = 'approved'`);
  });

  test('deletes nothing, empties nothing, moves nothing to another workspace and grants nothing', async () => {
    const { rows } = await database.admin.query<{ held: string }>(
      `select c.relname || ' ' || p as held
       from pg_class c, unnest('{delete,truncate,references,trigger}'::text[]) p
       where c.relnamespace = 'countersign'::regnamespace and c.relkind = 'r'
         and (has_table_privilege('countersign_app', c.oid, p)
           or has_table_privilege('countersign_broker', c.oid, p))
       union all
       select c.relname || ' update workspace'
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace'
       where c.relnamespace = 'countersign'::regnamespace
         and has_column_privilege('countersign_app', c.oid, a.attnum, 'update')
       union all
       select grantee || ' may grant ' || privilege_type || ' on ' || table_name
       from information_schema.role_table_grants
       where table_schema = 'countersign' and is_grantable = 'YES' and grantee <> 'countersign_owner'`,
    );
    expect(rows).toEqual([]);
  });

  test('makes nothing in our schemas and becomes nobody else', async () => {
    await refused('create table countersign.mine (a int)');
    await refused('create table auth.mine (a int)');
    await refused(`create function countersign.mine() returns int language sql as 'select 1'`);
    await refused('set role countersign_owner');
    await refused('set role countersign_writer');
    await refused('set role countersign_broker');
    await refused('set session authorization countersign_broker');
    await refused('alter table secret disable row level security');
    await refused('create policy mine on secret for select using (true)');
  });
});

describe("the broker's role", () => {
  test('reads sealed secrets and connections of all workspaces, and writes none', async () => {
    const { rows } = await database.broker.query<{ workspace: string }>(
      'select s.workspace, s.sealed, c.config from secret s join connection c using (workspace)',
    );
    expect(rows.map(({ workspace }) => workspace).toSorted()).toEqual([...WORKSPACES]);
    const write = database.broker.query(
      `insert into secret values ('ws_a', 'x', 1, '{}', now(), '')`,
    );
    await expect(write).rejects.toMatchObject({ code: '42501' });
    const change = database.broker.query(`update connection set name = ''`);
    await expect(change).rejects.toMatchObject({ code: '42501' });
  });

  test('reads no run, no member, no key and no row of data', async () => {
    const readable = (await readableBy('countersign_broker')).map(({ name }) => name);
    for (const name of [
      'run',
      'member',
      'api_key',
      'data_row',
      'case_record',
      'object_part',
      'log_entry',
    ]) {
      expect(readable).not.toContain(name);
    }
  });
});

describe('functions that run as somebody stronger', () => {
  test('are known by name, say where they look for names, and are not for everybody', async () => {
    const { rows } = await database.admin.query<{ name: string; path: string; open: boolean }>(
      `select p.proname as name, array_to_string(p.proconfig, ' ') as path,
         has_function_privilege('public', p.oid, 'execute') as open
       from pg_proc p where p.pronamespace = 'countersign'::regnamespace and p.prosecdef order by 1`,
    );
    for (const { name, path, open } of rows) {
      expect(path, name).toMatch(/^search_path=(countersign|pg_catalog), pg_temp( |$)/);
      expect(open, name).toBe(false);
    }
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['api_key_by_id', 'record_commit', 'workspaces_of']),
    );
  });

  test('give a person their own workspaces, and a key its own row', async () => {
    const { rows } = await database.app.query(`select * from workspaces_of('usr_bob')`);
    expect(rows.map(({ id, role }) => [id, role])).toEqual(WORKSPACES.map((id) => [id, 'user']));
    expect((await database.app.query(`select * from workspaces_of('%')`)).rows).toEqual([]);
    expect((await database.app.query(`select * from api_key_by_id('%')`)).rows).toEqual([]);
  });
});

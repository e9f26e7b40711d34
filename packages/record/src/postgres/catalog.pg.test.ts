import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../conformance/test-database.ts';

const RUNTIME = ['countersign_app', 'countersign_broker', 'countersign_auth', 'countersign_writer'];

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(inject('postgresUrl'));
});
afterAll(() => database.drop());

/** First column of what a query over the catalog gives. */
async function names(text: string, values: readonly unknown[] = []): Promise<readonly string[]> {
  const { rows } = await database.admin.query({ text, values: [...values], rowMode: 'array' });
  return rows.map(([name]) => String(name));
}

test('every table with a workspace has row-level security, forced, with the policy of tenants', async () => {
  const tables = await names(
    `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace'
      where c.relnamespace = 'countersign'::regnamespace and c.relkind in ('r', 'p')`,
  );
  expect(tables).toEqual(
    expect.arrayContaining(['log_entry', 'log_head', 'run', 'question', 'account']),
  );
  const secured = await names(
    `select c.relname from pg_class c
      where c.relname = any ($1) and c.relnamespace = 'countersign'::regnamespace
        and c.relrowsecurity and c.relforcerowsecurity
        and exists (select from pg_policies p where p.schemaname = 'countersign' and p.tablename = c.relname
                    and p.policyname = 'tenant' and p.cmd = 'ALL'
                    and p.qual like '%workspace%current_setting(''app.workspace''::text, true)%'
                    and p.with_check = p.qual)`,
    [tables],
  );
  expect([...secured].sort()).toEqual([...tables].sort());
});

test('no policy but the owner and the broker passes over the tenant', async () => {
  const open = await names(
    `select tablename || ' to ' || array_to_string(roles, ',') from pg_policies
      where schemaname = 'countersign' and qual = 'true' and roles <> '{countersign_owner}'`,
  );
  expect(open.filter((policy) => !policy.endsWith(' to countersign_broker'))).toEqual([]);
});

test('what has no workspace cannot be read by the role of the server', async () => {
  const readable = await names(
    `select c.relname from pg_class c
      where c.relnamespace = 'countersign'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
        and has_any_column_privilege('countersign_app', c.oid, 'select')
        and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace')`,
  );
  expect(readable).toEqual([]);
});

test('the runtime roles own nothing that holds rows, and have no right beyond row-level security', async () => {
  const owned = await names(
    `select relname from pg_class where relowner = any (array(select oid from pg_roles where rolname = any ($1)))
      union all select nspname from pg_namespace where pg_get_userbyid(nspowner) = any ($1)
      union all select datname from pg_database where pg_get_userbyid(datdba) = any ($1)`,
    [RUNTIME],
  );
  expect(owned).toEqual([]);
  const strong = await names(
    `select rolname from pg_roles where rolname = any ($1)
       and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)`,
    [RUNTIME],
  );
  expect(strong).toEqual([]);
  const members = await names(
    `select r.rolname from pg_auth_members m join pg_roles r on r.oid = m.member where r.rolname = any ($1)`,
    [RUNTIME],
  );
  expect(members).toEqual([]);
});

test('the runtime roles can make nothing in any schema', async () => {
  const creates = await names(
    `select nspname || ' by ' || role from pg_namespace, unnest($1::text[]) as role
      where has_schema_privilege(role, oid, 'create') and nspname not like 'pg_%'`,
    [RUNTIME],
  );
  expect(creates).toEqual([]);
});

test('functions of the writer are its only possession, and of the functions that run with other rights only named ones are open', async () => {
  const definers = await names(
    `select p.proname || ' as ' || pg_get_userbyid(p.proowner) from pg_proc p
      where p.pronamespace = 'countersign'::regnamespace and p.prosecdef
        and has_function_privilege('countersign_app', p.oid, 'execute') order by 1`,
  );
  expect(definers).toEqual([
    'api_key_by_id as countersign_owner',
    'record_adopt as countersign_owner',
    'record_checkpoint as countersign_writer',
    'record_claim as countersign_owner',
    'record_commit as countersign_writer',
    'record_heartbeat as countersign_owner',
    'record_next_wake as countersign_owner',
    'record_release as countersign_owner',
    'record_retire as countersign_owner',
    'workspaces_of as countersign_owner',
  ]);
  const careless = await names(
    `select proname from pg_proc where pronamespace = 'countersign'::regnamespace and prosecdef
       and not coalesce(array_to_string(proconfig, ' '), '') like '%search_path=%pg_temp%'`,
  );
  expect(careless).toEqual([]);
  const open = await names(
    `select proname from pg_proc where pronamespace = 'countersign'::regnamespace
       and has_function_privilege('public', oid, 'execute')`,
  );
  expect(open).toEqual([]);
});

test('the role of the server may read the log and the runs, and write neither', async () => {
  const writable = await names(
    `select c.relname || '.' || verb from pg_class c, unnest(array['insert', 'update', 'delete', 'truncate']) as verb
      where c.relname = any ($1) and c.relnamespace = 'countersign'::regnamespace
        and case when verb in ('insert', 'update') then has_any_column_privilege('countersign_app', c.oid, verb)
                 else has_table_privilege('countersign_app', c.oid, verb) end`,
    [
      [
        'log_head',
        'log_entry',
        'log_node',
        'log_checkpoint',
        'run',
        'question',
        'account',
        'worker',
      ],
    ],
  );
  expect(writable).toEqual([]);
});

test('nobody but the owner deletes from the log, and its leaves are never updated', async () => {
  const rights = await names(
    `select c.relname || '.' || a.attname || ' by ' || role
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0, unnest($1::text[]) as role
      where c.relname in ('log_entry', 'log_node', 'log_checkpoint') and c.relnamespace = 'countersign'::regnamespace
        and (has_column_privilege(role, c.oid, a.attnum, 'update') or has_table_privilege(role, c.oid, 'delete'))
      order by 1`,
    [RUNTIME],
  );
  expect(rights).toEqual([
    'log_entry.erased by countersign_writer',
    'log_entry.payload by countersign_writer',
    'log_entry.salt by countersign_writer',
  ]);
});

test('sealed secrets are read by the broker alone', async () => {
  const readers = await names(
    `select role from unnest($1::text[]) as role where has_column_privilege(role, 'countersign.secret', 'sealed', 'select')`,
    [[...RUNTIME, 'public']],
  );
  expect(readers).toEqual(['countersign_broker']);
});

test('no role of ours makes large objects or temporary tables, which no policy covers', async () => {
  const open = await names(
    `select proname || ' by ' || role from pg_proc, unnest($1::text[]) as role
      where pronamespace = 'pg_catalog'::regnamespace and proname ~ '^(lo_|loread|lowrite)'
        and has_function_privilege(role, oid, 'execute')
      union all
      select 'temporary by ' || role from unnest($1::text[]) as role
      where has_database_privilege(role, current_database(), 'temporary')`,
    [RUNTIME],
  );
  expect(open).toEqual([]);
  await expect(database.app.query("select lo_from_bytea(0, 'x')")).rejects.toMatchObject({
    code: '42501',
  });
  await expect(database.app.query('create temp table mine ()')).rejects.toMatchObject({
    code: '42501',
  });
});

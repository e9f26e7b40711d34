import { randomBytes } from 'node:crypto';
import { migrate, type RuntimeRole, rolePool } from '@countersign/record';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { originsOf } from '../origins.ts';
import { createLibrary } from './library.ts';
import { migrateAuth } from './migrate-auth.ts';
import { postgresAdmissions } from './postgres-admissions.ts';
import { signInSuite } from './sign-in.conformance.ts';

const passwords = {
  countersign_app: 'app-of-tests',
  countersign_broker: 'broker-of-tests',
  countersign_auth: 'auth-of-tests',
};
const name = `test_${randomBytes(8).toString('hex')}`;
const url = new URL(inject('postgresUrl'));
url.pathname = `/${name}`;

const powers = { randomBytes: (length: number) => new Uint8Array(randomBytes(length)) };

let pool: pg.Pool;
let admin: pg.Pool;

beforeAll(async () => {
  await once(inject('postgresUrl'), `create database ${name}`);
  await migrate({ url: url.href, passwords, powers });
  // Two servers that start at once, and one that starts again.
  await Promise.all([migrateAuth(url.href), migrateAuth(url.href)]);
  await migrateAuth(url.href);
  const role = { role: 'countersign_auth', password: passwords.countersign_auth } as const;
  pool = rolePool({ url: url.href, ...role, max: 5 });
  admin = new pg.Pool({ connectionString: url.href, max: 1 });
  admin.on('error', () => undefined);
});

afterAll(async () => {
  await Promise.all([pool.end(), admin.end()]);
  await once(inject('postgresUrl'), `drop database ${name} with (force)`);
});

signInSuite(async () => {
  await admin.query(
    'truncate auth."user", auth.session, auth.account, auth.verification, auth.owner_claim, auth.invitation',
  );
  return { database: pool, admissions: postgresAdmissions(pool) };
});

test('the role of sign-in keeps accounts, and changes no table', async () => {
  const { rows } = await pool.query<{ user: string; owned: number }>(
    `select current_user as user, (select count(*)::int from pg_tables where tableowner = current_user) as owned`,
  );
  expect(rows).toEqual([{ user: 'countersign_auth', owned: 0 }]);
  await expect(pool.query('alter table auth."user" add column x text')).rejects.toThrow(/owner/);
  await expect(pool.query('create table auth.x ()')).rejects.toThrow(/permission denied/);
});

test('a claim and an invitation stay, and an invitation is for whom it was for', async () => {
  for (const statement of [
    'delete from owner_claim',
    "update owner_claim set person = 'usr_x'",
    'delete from invitation',
    "update invitation set email = 'x@example.com'",
    "update invitation set role = 'owner'",
    'update invitation set expires_at = 9e15',
  ]) {
    await expect(pool.query(statement), statement).rejects.toThrow(/permission denied/);
  }
});

test('the role of sign-in sees and calls nothing of the workspaces', async () => {
  for (const statement of [
    'select from countersign.member',
    'select from countersign.log_entry',
    "select countersign.workspaces_of('usr_a')",
    "select countersign.record_claim('wrk_a', 1, 0)",
    'set role countersign_app',
  ]) {
    await expect(pool.query(statement), statement).rejects.toThrow(/permission denied/);
  }
});

test.each<RuntimeRole>(['countersign_app', 'countersign_broker'])(
  '%s sees and changes no account, session or invitation',
  async (role) => {
    const other = rolePool({ url: url.href, role, password: passwords[role] });
    const { rows } = await admin.query<{ name: string }>(
      "select quote_ident(tablename) as name from pg_tables where schemaname = 'auth'",
    );
    expect(rows.length).toBeGreaterThanOrEqual(6);
    for (const { name } of rows) {
      for (const statement of [`select from auth.${name}`, `delete from auth.${name}`]) {
        await expect(other.query(statement), statement).rejects.toThrow(/permission denied/);
      }
    }
    const { rows: rights } = await admin.query(
      `select relname from pg_class where relnamespace = 'auth'::regnamespace and relkind in ('r', 'p', 'v')
         and has_table_privilege($1, oid, 'select, insert, update, delete, truncate, references, trigger')`,
      [role],
    );
    expect(rights).toEqual([]);
    await other.end();
  },
);

test('what the server’s role could do in the tables of an older version is taken away', async () => {
  await admin.query(`
    grant usage on schema auth to countersign_app;
    grant select, insert, update, delete on all tables in schema auth to countersign_app;
    alter default privileges for role countersign_owner in schema auth
      grant select, insert, update, delete on tables to countersign_app`);
  await migrate({ url: url.href, passwords, powers });
  await migrateAuth(url.href);
  const { rows } = await admin.query(
    `select has_schema_privilege('countersign_app', 'auth', 'usage') as usage,
       has_any_column_privilege('countersign_app', 'auth.session', 'select') as reads,
       (select count(*)::int from pg_default_acl where array_to_string(defaclacl, ' ') like '%countersign_app%') as more`,
  );
  expect(rows).toEqual([{ usage: false, reads: false, more: 0 }]);
});

test('passwords and invitations are kept as digests', async () => {
  const ids = {
    now: () => 0,
    randomBytes: (length: number) => new Uint8Array(randomBytes(length)),
  };
  const origins = originsOf({ host: 'localhost', port: 80 });
  const secret = 'a secret of forty characters, for tests 2';
  const library = createLibrary({ database: pool, origins, secret, ids, report: () => undefined });
  const account = { name: 'Eve', email: 'eve@example.com', password: 'correct horse battery' };
  await library.api.signUpEmail({ body: account });
  const { rows } = await admin.query<{ password: string }>(
    `select password from auth.account a join auth."user" u on u.id = a."userId" where u.email = 'eve@example.com'`,
  );
  expect(rows[0]?.password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
  const admissions = postgresAdmissions(pool);
  const invited = { workspace: 'ws', email: 'x@example.com', role: 'user', by: 'usr' } as const;
  await expect(admissions.keep('plain-token', invited, 1)).rejects.toThrow(/check/);
});

async function once(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

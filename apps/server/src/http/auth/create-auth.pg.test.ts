import { randomBytes } from 'node:crypto';
import { clientConfig, migrate, rolePool } from '@countersign/record';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { originsOf } from '../origins.ts';
import { createLibrary } from './library.ts';
import { migrateAuth } from './migrate-auth.ts';
import { postgresAdmissions } from './postgres-admissions.ts';
import { signInSuite } from './sign-in.conformance.ts';

const passwords = { countersign_app: 'app-of-tests', countersign_broker: 'broker-of-tests' };
const name = `test_${randomBytes(8).toString('hex')}`;
const url = new URL(inject('postgresUrl'));
url.pathname = `/${name}`;

let pool: pg.Pool;
let admin: pg.Pool;

beforeAll(async () => {
  await once(inject('postgresUrl'), `create database ${name}`);
  const powers = { randomBytes: (length: number) => new Uint8Array(randomBytes(length)) };
  await migrate({ url: url.href, passwords, powers });
  // Two servers that start at once, and one that starts again.
  await Promise.all([migrateAuth(url.href), migrateAuth(url.href)]);
  await migrateAuth(url.href);
  const role = { role: 'countersign_app', password: passwords.countersign_app } as const;
  pool = new pg.Pool({
    ...clientConfig({ url: url.href, ...role }),
    max: 5,
    options: '-c search_path=auth',
  });
  admin = new pg.Pool({ connectionString: url.href, max: 1 });
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

test('the server’s role keeps accounts, and changes no table', async () => {
  const { rows } = await pool.query<{ user: string; owned: number }>(
    `select current_user as user, (select count(*)::int from pg_tables where tableowner = current_user) as owned`,
  );
  expect(rows).toEqual([{ user: 'countersign_app', owned: 0 }]);
  await expect(pool.query('alter table auth."user" add column x text')).rejects.toThrow(/owner/);
  await expect(pool.query('create table auth.x ()')).rejects.toThrow(/permission denied/);
});

test('the broker’s role sees no account', async () => {
  const broker = rolePool({
    url: url.href,
    role: 'countersign_broker',
    password: passwords.countersign_broker,
  });
  await expect(broker.query('select from auth."user"')).rejects.toThrow(/permission denied/);
  await broker.end();
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

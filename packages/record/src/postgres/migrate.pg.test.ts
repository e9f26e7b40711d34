import { createServer } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { realPowers, type TestDatabase, testDatabase } from '../conformance/test-database.ts';
import { migrate } from './migrate.ts';
import { prepareRoles } from './roles.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(inject('postgresUrl'));
});
afterAll(() => database.drop());

test('a second migration of the same database finds nothing to do', async () => {
  const { url, passwords } = database;
  expect(await migrate({ url, passwords, powers: realPowers })).toEqual([]);
});

test('several processes may migrate at once: each migration runs once', async () => {
  const { url, passwords } = database;
  await database.admin.query('drop schema countersign cascade');
  const ran = await Promise.all(
    Array.from({ length: 8 }, () => migrate({ url, passwords, powers: realPowers })),
  );
  expect(ran.filter((names) => names.length > 0)).toHaveLength(1);
});

test('a database that is down is a fault that says so', async () => {
  const url = `postgres://postgres@127.0.0.1:${await closedPort()}/postgres`;
  const migrated = migrate({ url, passwords: database.passwords, powers: realPowers });
  await expect(migrated).rejects.toMatchObject({ code: 'RECORD_DATABASE_DOWN' });
});

test('a database that does not exist is a fault that says so', async () => {
  const url = new URL(database.url);
  url.pathname = '/nowhere';
  const migrated = migrate({ url: url.href, passwords: database.passwords, powers: realPowers });
  await expect(migrated).rejects.toMatchObject({ code: 'RECORD_DATABASE_MISSING' });
});

test('a database that is not encoded as UTF8 is a fault that says so', async () => {
  const name = `latin_${Date.now()}`;
  await database.admin.query(
    `create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`,
  );
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  const migrated = migrate({ url: url.href, passwords: database.passwords, powers: realPowers });
  await expect(migrated).rejects.toMatchObject({ code: 'RECORD_DATABASE_ENCODING' });
  await database.admin.query(`drop database ${name}`);
});

test('a user that is nobody, or that may make no roles, is a fault that says so', async () => {
  const { passwords } = database;
  const as = (user: string) => {
    const url = new URL(database.url);
    url.username = user;
    url.password = passwords.countersign_app;
    return migrate({ url: url.href, passwords, powers: realPowers });
  };
  await expect(as('nobody_at_all')).rejects.toMatchObject({ code: 'RECORD_DATABASE_LOGIN' });
  await expect(as('countersign_app')).rejects.toMatchObject({ code: 'RECORD_DATABASE_RIGHTS' });
});

test('a database that a newer program set up is refused and left alone', async () => {
  const { url, passwords, admin } = database;
  await admin.query(`insert into kysely_migration values ('9999-tomorrow', '2030')`);
  const migrated = migrate({ url, passwords, powers: realPowers });
  await expect(migrated).rejects.toMatchObject({ code: 'RECORD_SCHEMA_NEWER' });
  await admin.query(`delete from kysely_migration where name = '9999-tomorrow'`);
});

test.each([
  'alter role countersign_app bypassrls',
  'alter role countersign_broker createdb',
  'alter role countersign_writer login',
  'alter role countersign_owner superuser',
  'alter role countersign_owner login',
  'alter role countersign_owner bypassrls',
  'alter role countersign_owner createrole',
  'alter role countersign_owner replication',
  'grant countersign_owner to countersign_app',
  'grant countersign_broker to countersign_owner',
])('a role of ours that has more rights than it may have is refused: %s', async (statement) => {
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  // Roles belong to the server, which other tests use at this moment: seen by this transaction alone.
  await admin.query(`begin; ${statement}`);
  const prepared = await prepareRoles(admin, database.passwords, realPowers).catch(
    (fault: unknown) => fault,
  );
  await admin.query('rollback').finally(() => admin.end());
  expect(prepared).toMatchObject({ code: 'RECORD_ROLE_TOO_STRONG' });
});

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 1;
}

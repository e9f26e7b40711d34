import { createServer, type Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOwnDatabase, migrateDatabase, refuseForeignRoles } from './database.ts';
import { startThrowAwayPostgres } from './postgres.ts';

const passwords = {
  countersign_app: 'app-of-this-test',
  countersign_broker: 'broker-of-this',
  countersign_auth: 'sign-in-of-this',
};

// Roles belong to a whole server: these tests have one of their own.
let server: Awaited<ReturnType<typeof startThrowAwayPostgres>>;
let url: string;
beforeAll(async () => {
  server = await startThrowAwayPostgres(fileURLToPath(new URL('../../../..', import.meta.url)));
  await makeOwnDatabase(server.url);
  url = server.url.replace(/\/postgres$/, '/countersign');
});
afterAll(() => server.stop());

async function run(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

test('our database is made once and migrated once', async () => {
  await makeOwnDatabase(server.url);
  expect(await migrateDatabase(url, passwords)).toBeGreaterThan(0);
  expect(await migrateDatabase(url, passwords)).toBe(0);
});

test('roles that sign in with other passwords are another installation’s and stay as they are', async () => {
  await migrateDatabase(url, passwords);
  for (const role of ['countersign_app', 'countersign_broker', 'countersign_auth']) {
    const other = { ...passwords, [role]: 'something-else' };
    await expect(refuseForeignRoles(url, other, '/data/db.json')).rejects.toMatchObject({
      code: 'LAUNCH_DATABASE_TAKEN',
      message: expect.stringMatching(new RegExp(`${role} .*/data/db.json`)),
    });
  }
  await refuseForeignRoles(url, passwords, '/data/db.json');
});

test('a user who may not create roles is told so', async () => {
  await run("create role weak login password 'weak'");
  const weak = url.replace(/\/\/[^@]*@/, '//weak:weak@');
  await expect(migrateDatabase(weak, passwords)).rejects.toMatchObject({
    code: 'LAUNCH_DATABASE_NO_RIGHTS',
  });
});

test('a wrong password and a missing database are told apart, and no password is repeated', async () => {
  const wrong = url.replace(/\/\/[^@]*@/, '//postgres:hush@');
  await expect(refuseForeignRoles(wrong, passwords, '')).rejects.toMatchObject({
    code: 'LAUNCH_DATABASE_NO_RIGHTS',
    message: expect.not.stringContaining('hush'),
  });
  const missing = url.replace(/countersign$/, 'nowhere');
  await expect(migrateDatabase(missing, passwords)).rejects.toMatchObject({
    code: 'LAUNCH_DATABASE_UNFIT',
    message: expect.stringContaining('/nowhere'),
  });
});

test('a server older than Postgres 15 is refused with its version', async () => {
  const old = await startOldServer();
  await expect(migrateDatabase(old.url, passwords)).rejects.toMatchObject({
    code: 'LAUNCH_DATABASE_TOO_OLD',
    message: expect.stringContaining('14.9'),
  });
  old.server.close();
});

/** As much of a Postgres 14 as says how old it is: protocol 3.0, one answer to every query. */
async function startOldServer(): Promise<{ url: string; server: Server }> {
  const message = (kind: string, body: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(kind), length, body]);
  };
  const int16 = (value: number) => Buffer.from([value >> 8, value & 255]);
  const text = (value: string) => Buffer.from(`${value}\0`);
  const column = (name: string) =>
    Buffer.concat([
      text(name),
      Buffer.alloc(6),
      Buffer.from([0, 0, 0, 25, 255, 255]),
      Buffer.alloc(6),
    ]);
  const cell = (value: string) =>
    Buffer.concat([Buffer.from([0, 0, 0, value.length]), Buffer.from(value)]);
  const ready = message('Z', Buffer.from('I'));
  const row = { number: '140009', version: '14.9', encoding: 'UTF8' };
  const answer = Buffer.concat([
    message('T', Buffer.concat([int16(3), ...Object.keys(row).map(column)])),
    message('D', Buffer.concat([int16(3), ...Object.values(row).map(cell)])),
    message('C', text('SELECT 1')),
    ready,
  ]);
  const server = createServer((socket) => {
    let welcomed = false;
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      if (!welcomed) socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]));
      else if (data[0] === 'Q'.charCodeAt(0)) socket.write(answer);
      welcomed = true;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `postgres://me@127.0.0.1:${port}/old`, server };
}

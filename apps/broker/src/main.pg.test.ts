import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ConnectionConfig, connectionSchema, must } from '@countersign/contract';
import { type BrokerClient, brokerClient } from '@countersign/executor/egress';
import { migrate } from '@countersign/record';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { asked, NEVER, openUpstream, TOKEN, textOf, type Upstream } from './testing/open-broker.ts';

// The whole process: its environment, its database role, its end.

const PASSWORDS = {
  countersign_app: 'app-of-tests',
  countersign_broker: 'broker-of-tests',
  countersign_auth: 'auth-of-tests',
};
const WORKSPACE = 'ws_process';

let admin: pg.Client;
let database: string;
let folder: string;
let upstream: Upstream;
const running: Process[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'broker-main-'));
  database = `test_${randomBytes(8).toString('hex')}`;
  await as(inject('postgresUrl'), (client) =>
    client.query(`create database ${database} encoding 'UTF8' template template0`),
  );
  const powers = { now: () => Date.now(), randomBytes: (length: number) => randomBytes(length) };
  await migrate({ url: databaseUrl(), passwords: PASSWORDS, powers });
  admin = new pg.Client({ connectionString: databaseUrl() });
  await admin.connect();
  upstream = await openUpstream();
});
afterEach(async () => {
  for (const one of running.splice(0)) {
    one.child.kill('SIGKILL');
    await one.client.close();
    await one.ended;
  }
  // A secret of one test must not tell the next one's fresh folder that its key is gone.
  await admin.query('delete from countersign.secret');
});
afterAll(async () => {
  await upstream.close();
  await admin.end();
  await as(inject('postgresUrl'), (client) =>
    client.query(`drop database ${database} with (force)`),
  );
  await rm(folder, { recursive: true });
});

test('the process opens a secret of the database for its connection, and for none it was moved to', async () => {
  const broker = await start('moved');
  await connection('api', { url: upstream.url, secret: 'key' });
  await connection('other', { url: upstream.url, secret: 'stolen' });
  await keep(broker.client, 'api', 'canary-process-1');
  expect(await textOf(await broker.client.broker.fetch(request('api'), NEVER))).toBe('ok');
  expect(upstream.requests.at(-1)?.headers['x-key']).toBe('canary-process-1');

  await connection('thief', { url: upstream.url, secret: 'key' });
  await expect(broker.client.broker.fetch(request('thief'), NEVER)).rejects.toMatchObject({
    details: { reason: 'SECRET_ELSEWHERE' },
  });
  await admin.query(
    `insert into countersign.secret
     select workspace, 'stolen', version, jsonb_set(sealed, '{bound,connection}', '"other"'),
       created_at, created_by
     from countersign.secret where name = 'key'`,
  );
  await expect(broker.client.broker.fetch(request('other'), NEVER)).rejects.toMatchObject({
    details: { reason: 'SECRET_UNREADABLE' },
  });
  expect(broker.said()).not.toContain('canary');
});

test('the process ends well when it is asked to, and when whoever started it is gone', async () => {
  const asks = await start('ends');
  asks.child.kill('SIGTERM');
  expect(await asks.ended).toBe(0);
  const orphan = await start('ends');
  orphan.child.disconnect();
  expect(await orphan.ended).toBe(0);
});

test('a key that did not seal the secrets ends the process with its own code, in words', async () => {
  const first = await start('wrong-key');
  await connection('wrong-key', { url: upstream.url, secret: 'wrong-key' });
  await keep(first.client, 'wrong-key', 'some-value');
  first.child.kill('SIGTERM');
  await first.ended;
  const file = join(folder, 'wrong-key', 'kek.key');
  const right = await readFile(file, 'utf8');

  await writeFile(file, `countersign-kek-1 ${randomBytes(32).toString('base64')}\n`);
  const wrong = launch('wrong-key');
  expect(await wrong.ended).toBe(27);
  expect(wrong.said()).toBe(
    'The key file is not the one the secrets were sealed with. Put the right one back.\n',
  );
  await rm(file);
  expect(await launch('wrong-key').ended).toBe(28);

  await writeFile(file, right);
  await chmod(file, 0o644);
  const exposed = launch('wrong-key');
  expect(await exposed.ended).toBe(1);
  expect(exposed.said()).toContain('chmod 600');
});

test('a fresh folder makes no key of its own where the database holds secrets', async () => {
  const first = await start('lost');
  await connection('lost', { url: upstream.url, secret: 'lost' });
  await keep(first.client, 'lost', 'some-value');
  expect(await launch('lost-folder').ended).toBe(28);
});

test('a setting that is missing is named, and none of the values', async () => {
  const broken = launch('setting', { COUNTERSIGN_BROKER_TOKEN: 'short-canary' });
  expect(await broken.ended).toBe(2);
  expect(broken.said()).toBe('Not set, or not usable: COUNTERSIGN_BROKER_TOKEN.\n');
});

interface Process {
  readonly child: ChildProcess;
  readonly client: BrokerClient;
  /** What it wrote to stderr and stdout. */
  said(): string;
  readonly ended: Promise<number | null>;
}

/** Starts a broker whose key folder has this name, and waits until it answers. */
async function start(name: string): Promise<Process> {
  const one = launch(name);
  await new Promise<void>((resolve, reject) => {
    one.child.stderr?.on('data', () => {
      if (one.said().includes('listening')) resolve();
    });
    void one.ended.then(() => reject(new Error(one.said())));
  });
  await one.client.health();
  return one;
}

function launch(name: string, changed: Readonly<Record<string, string>> = {}): Process {
  const socket = join(folder, `${name}.sock`);
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: {
      PATH: process.env['PATH'],
      COUNTERSIGN_BROKER_DATA: join(folder, name),
      COUNTERSIGN_BROKER_SOCKET: socket,
      COUNTERSIGN_BROKER_TOKEN: TOKEN,
      COUNTERSIGN_DATABASE_URL: databaseUrl(),
      COUNTERSIGN_DATABASE_PASSWORD: PASSWORDS.countersign_broker,
      COUNTERSIGN_LOG_LEVEL: 'debug',
      ...changed,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  const heardAll = new Promise((resolve) => child.stderr?.once('close', resolve));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const ended = heardAll.then(() => exited);
  const one = { child, client: brokerClient({ socket, token: TOKEN }), said: () => said, ended };
  running.push(one);
  return one;
}

const configs = new Map<string, { readonly name: string; readonly config: ConnectionConfig }>();

async function connection(id: string, about: { url: string; secret: string }): Promise<void> {
  const config = connectionSchema.parse({
    kind: 'http',
    baseUrl: about.url,
    auth: { kind: 'header', header: 'x-key', prefix: '', secret: about.secret },
    allowPrivate: true,
  });
  configs.set(id, { name: about.secret, config });
  await admin.query(
    `insert into countersign.connection (workspace, id, name, config, updated_at)
     values ($1, $2, $2, $3, now())`,
    [WORKSPACE, id, config],
  );
}

async function keep(client: BrokerClient, id: string, value: string): Promise<void> {
  const { name, config } = must(configs.get(id), 'it was put');
  const connection = { id, config };
  const asked = { workspace: WORKSPACE, connection, version: 1, value };
  await admin.query(
    `insert into countersign.secret (workspace, name, version, sealed, created_at, created_by)
     values ($1, $2, 1, $3, now(), 'usr_test')`,
    [WORKSPACE, name, await client.broker.seal(asked)],
  );
}

function request(id: string) {
  return asked(id, { workspace: WORKSPACE });
}

function databaseUrl(): string {
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${database}`;
  return url.href;
}

async function as(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

import { execFileSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  freePort,
  freshFolder,
  isHealthy,
  type Launched,
  type LaunchWish,
  launched,
  livingOn,
  processesOf,
  ROOT,
  until,
} from './launched.ts';

/** A data folder that was started and stopped once: what most tests begin with a copy of. */
let used: ReturnType<typeof freshFolder>;
let folder: ReturnType<typeof freshFolder>;
let port: number;
let all: Launched[];

beforeAll(async () => {
  used = freshFolder();
  const one = launched({ data: used.data, port: await freePort() });
  await one.ready;
  expect(await one.stop()).toBe(0);
});

afterAll(() => used.remove());

beforeEach(async () => {
  folder = freshFolder();
  port = await freePort();
  all = [];
});

afterEach(async () => {
  await Promise.all(all.map((one) => one.stop()));
  await until('nothing is left running', () => livingOn(folder.data).length === 0, 10_000);
  folder.remove();
});

/** A start on a folder that was used before. */
function startAgain(wish: Partial<LaunchWish> = {}): Launched {
  if (!existsSync(folder.data)) execFileSync('cp', ['-a', used.data, folder.data]);
  return start(wish);
}

function start(wish: Partial<LaunchWish> = {}): Launched {
  const one = launched({ data: folder.data, port, ...wish });
  all.push(one);
  return one;
}

test('the first start serves; SIGTERM ends everything within ten seconds, with 0', async () => {
  const one = start();
  const { url } = await one.ready;
  expect(await isHealthy(url)).toBe(true);
  const asked = Date.now();
  expect(await one.stop()).toBe(0);
  expect(Date.now() - asked).toBeLessThan(10_000);
  expect(livingOn(folder.data)).toEqual([]);
});

test('a second start on the same data serves within five seconds', async ({ annotate }) => {
  const { url, seconds } = await startAgain().ready;
  expect(await isHealthy(url)).toBe(true);
  await annotate(`second start: ${seconds} s`);
  // Five seconds of a machine that has nothing else to do.
  expect(seconds).toBeLessThan(5 * Math.max(1, (loadavg()[0] ?? 1) / availableParallelism()));
});

test('what must be secret in the data folder can be read by its owner alone', () => {
  const mode = (path: string) => statSync(join(used.data, path)).mode & 0o077;
  expect(['', 'db.json', 'session.key', 'broker', 'logs', 'postgres'].map(mode)).toEqual(
    new Array(6).fill(0),
  );
});

test('who starts it first is shown how to make the first account, and no log keeps that', async () => {
  const one = startAgain();
  await one.ready;
  const [, code = ''] = /\/setup#code=(\S+)/.exec(one.said()) ?? [];
  expect(code.length).toBeGreaterThan(15);
  const logs = join(folder.data, 'logs');
  const kept = readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8'));
  expect(kept.join('\n')).not.toContain(code);
});

test.each([
  ['another key file', `countersign-kek-1 ${Buffer.alloc(32, 7).toString('base64')}\n`, 27],
  ['no key file', null, 28],
])('with %s nothing is served and nothing changed', async (_, text, code) => {
  execFileSync('cp', ['-a', used.data, folder.data]);
  const key = join(folder.data, 'broker/kek.key');
  if (text === null) rmSync(key);
  else writeFileSync(key, text);
  const one = startAgain();
  expect(await one.ended).toBe(code);
  expect(one.said()).toMatch(/key file.*put/i);
  expect(existsSync(key) ? readFileSync(key, 'utf8') : null).toBe(text);
  expect(await isHealthy(`http://127.0.0.1:${port}`)).toBe(false);
});

test('a data folder too deep for a socket serves all the same', async () => {
  const data = join(folder.data, 'deep'.repeat(12), 'deeper'.repeat(8));
  const { url } = await start({ data }).ready;
  expect(await isHealthy(url)).toBe(true);
  const far = readFileSync(join(data, 'run.path'), 'utf8');
  expect(await all[0]?.stop()).toBe(0);
  rmSync(far, { recursive: true });
});

test('a second instance on a folder in use is refused, and the first goes on', async () => {
  const { url } = await startAgain().ready;
  const second = startAgain({ port: await freePort() });
  expect(await second.ended).toBe(22);
  expect(second.said()).toContain(`already running on ${folder.data}: process ${all[0]?.pid}`);
  expect(second.said()).toContain(url);
  expect(await isHealthy(url)).toBe(true);
});

test('a taken port is named with a free one to choose, before anything is made', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  const one = start();
  expect(await one.ended).toBe(23);
  expect(one.said()).toMatch(
    new RegExp(`Port ${port} on 127.0.0.1 is taken.*npm start -- --port \\d+`),
  );
  expect(() => statSync(join(folder.data, 'postgres'))).toThrow();
  await new Promise((resolve) => other.close(resolve));
});

test('a file where the data folder should be is left alone, and said', async () => {
  writeFileSync(folder.data, 'mine');
  const one = start();
  expect(await one.ended).toBe(21);
  expect(one.said()).toContain(
    `${folder.data} cannot be written: a file stands where the folder should be`,
  );
  expect(readFileSync(folder.data, 'utf8')).toBe('mine');
});

test('a database that does not answer is named without its password', async () => {
  const nowhere = `127.0.0.1:${await freePort()}/countersign`;
  const one = start({ env: { DATABASE_URL: `postgres://me:hush@${nowhere}` } });
  expect(await one.ended).toBe(24);
  expect(one.said()).toContain(`The database at ${nowhere} does not answer`);
  expect(one.said()).not.toContain('hush');
});

test('a flag that is not known is refused with the list of those that are', async () => {
  const one = start({ env: { PORT: 'http' } });
  expect(await one.ended).toBe(2);
  expect(one.said()).toContain('The port must be from 1 to 65535, not “http”.');
});

test('a lock whose process number somebody else has by now is taken over', async () => {
  mkdirSync(folder.data, { recursive: true });
  const stale = { pid: process.pid, started: 'an earlier life', address: 'http://127.0.0.1:1' };
  writeFileSync(join(folder.data, 'lock'), JSON.stringify(stale));
  const { url } = await start().ready;
  expect(await isHealthy(url)).toBe(true);
});

test('after kill -9 of the launcher nothing survives it, and a start at once recovers', async () => {
  const one = startAgain();
  await one.ready;
  one.kill('SIGKILL');
  await one.ended;
  const { url } = await startAgain().ready;
  expect(await isHealthy(url)).toBe(true);
  expect(all[1]?.said()).not.toContain('did not start');
});

test('after kill -9 of the launcher its programs end by themselves', async () => {
  const one = startAgain();
  await one.ready;
  one.kill('SIGKILL');
  await one.ended;
  await until('all have ended', () => livingOn(folder.data).length === 0, 8000);
});

test.each([
  ['server', 'The server'],
  ['broker', 'The broker'],
  ['postgres', 'Postgres'],
])('after kill -9 of the %s it is started again, and said', async (program, name) => {
  const one = startAgain();
  const { url } = await one.ready;
  const before = processesOf(folder.data)[program] ?? 0;
  process.kill(before, 'SIGKILL');
  await one.hears(`${name} was killed (SIGKILL); starting it again`);
  await one.hears(`${name} is running again`);
  await until('it is healthy', () => isHealthy(url), 10_000);
  expect(processesOf(folder.data)[program]).not.toBe(before);
});

test('after kill -9 of everything at once the next start recovers', async () => {
  await startAgain().ready;
  for (const pid of livingOn(folder.data)) killed(pid);
  await all[0]?.ended;
  const { url } = await startAgain().ready;
  expect(await isHealthy(url)).toBe(true);
});

test('a ^C reaches the launcher alone, which ends the rest in order', async () => {
  const one = startAgain();
  await one.ready;
  process.kill(-one.pid, 'SIGINT');
  expect(await one.ended).toBe(0);
  expect(one.said()).not.toContain('unexpectedly');
  expect(one.said()).not.toContain('was killed');
  // Postgres was the last to end: nobody was connected any more.
  expect(readFileSync(join(folder.data, 'logs/postgres.log'), 'utf8')).not.toContain('terminating');
});

test('SIGTERM to npm ends what npm started, in order', async () => {
  const one = startAgain({ command: ['npm', 'start', '--prefix', ROOT] });
  await one.ready;
  one.kill('SIGTERM');
  await until('all have ended', () => livingOn(folder.data).length === 0, 10_000);
  const log = readFileSync(join(folder.data, 'logs/launcher.log'), 'utf8');
  expect(log.trim().split('\n').at(-1)).toContain('Stopping');
});

test('SIGTERM during the first start ends it with 0 and leaves a folder that starts', async () => {
  const one = start();
  await one.hears('Making a database');
  expect(await one.stop()).toBe(0);
  const { url } = await start().ready;
  expect(await isHealthy(url)).toBe(true);
});

const asRoot = process.getuid?.() === 0;
const NOBODY = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];

test.runIf(asRoot)('a user who is not root starts it too', async () => {
  giveToNobody(dirname(folder.data));
  const { url } = await start({ through: NOBODY }).ready;
  expect(await isHealthy(url)).toBe(true);
});

test.runIf(asRoot)('a folder that this user may not write is said, with the way out', async () => {
  mkdirSync(folder.data, { mode: 0o755 });
  const one = start({ through: NOBODY, data: join(folder.data, 'below') });
  expect(await one.ended).toBe(21);
  expect(one.said()).toContain('this user has no right to. Choose another with --data');
});

/** What a container's root may do: no user namespaces, no looking into other users' processes. */
const CONTAINER = [
  'setpriv',
  '--bounding-set=-all,+chown,+dac_override,+fowner,+fsetid,+kill,+setgid,+setuid,+setpcap,+net_bind_service',
];

test.runIf(asRoot)('root without user namespaces starts it in a closed folder', async () => {
  const one = start({ through: CONTAINER });
  const { url } = await one.ready;
  expect(await isHealthy(url)).toBe(true);
  one.kill('SIGKILL');
  await one.ended;
  await start({ through: CONTAINER }).ready;
});

test.runIf(asRoot)(
  'data that a user made is not taken from that user by a start as root',
  async () => {
    giveToNobody(dirname(folder.data));
    await start({ through: NOBODY }).ready;
    await all[0]?.stop();
    await start().ready;
    await all[1]?.stop();
    const { url } = await start({ through: NOBODY }).ready;
    expect(await isHealthy(url)).toBe(true);
  },
);

function giveToNobody(path: string): void {
  chownSync(path, 65_534, 65_534);
}

/** Gone already is as good. */
function killed(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    expect(error).toMatchObject({ code: 'ESRCH' });
  }
}

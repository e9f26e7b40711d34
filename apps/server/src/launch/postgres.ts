import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { must } from '@countersign/contract';
import { fault } from './errors.ts';
import { copyNative, findNative, type Native } from './postgres-binaries.ts';
import {
  give,
  isCluster,
  makeCluster,
  ownerOf,
  postgresEnv,
  postgresFault,
} from './postgres-cluster.ts';
import { endLeftovers } from './postgres-leftovers.ts';
import { type Durability, type Listen, postgresSettings } from './postgres-settings.ts';
import { abilities, canTieLives, chooseRunAs, invocation, type RunAs } from './run-as.ts';
import { POSTGRES_PORT, socketFolder } from './socket-folder.ts';

/** A Postgres of our own, ready to be started, and started again after it died. */
export interface OwnPostgres {
  readonly listen: Listen;
  /** Starts it and waits until it takes connections. @throws fault `LAUNCH_POSTGRES_FAILED` */
  start(hear: (line: string) => void): Promise<RunningPostgres>;
}

/** A running Postgres. */
export interface RunningPostgres {
  readonly pid: number;
  /** Resolves when it has ended, however that came. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  /** Ends it: open transactions are rolled back, acknowledged ones are kept. */
  stop(): Promise<void>;
}

/** What a Postgres is prepared from. */
export interface PostgresPlan {
  /** Folder of the repository, from which the binaries are found. */
  readonly root: string;
  readonly cluster: string;
  readonly listen: Listen;
  readonly superuserPassword: string;
  readonly durability: Durability;
}

/** Where root keeps a copy of the binaries for a user who cannot reach the original. */
const COPIES = '/var/lib/countersign/postgres';

/**
 * Makes the cluster on the first start, and ends what an earlier life left running on it.
 * @throws faults `LAUNCH_POSTGRES_MISSING`, `LAUNCH_POSTGRES_AS_ROOT`, `LAUNCH_POSTGRES_OTHER_VERSION`, `LAUNCH_POSTGRES_FAILED`
 */
export async function preparePostgres(plan: PostgresPlan): Promise<OwnPostgres> {
  const found = findNative(plan.root, join(plan.cluster, '../postgres-binaries'));
  const { native, as } = chooseUser(found, plan.cluster);
  const lasting = plan.durability === 'lasting';
  await endLeftovers(plan.cluster, plan.listen);
  if (!isCluster(plan.cluster)) {
    await makeCluster(plan.cluster, { native, as, password: plan.superuserPassword, lasting });
  }
  if (plan.listen.kind === 'socket') give(plan.listen.folder, as);
  const mortal = canTieLives();
  return {
    listen: plan.listen,
    start: async (hear) => {
      await endLeftovers(plan.cluster, plan.listen);
      return startServer(plan, native, as, mortal, hear);
    },
  };
}

/** How a client reaches it as `user`. */
export function postgresUrl(
  listen: Listen,
  who: { readonly user: string; readonly password: string; readonly database: string },
): string {
  const login = `${encodeURIComponent(who.user)}:${encodeURIComponent(who.password)}`;
  switch (listen.kind) {
    case 'socket':
      return `postgres://${login}@localhost:${listen.port}/${who.database}?host=${encodeURIComponent(listen.folder)}`;
    case 'loopback':
      return `postgres://${login}@127.0.0.1:${listen.port}/${who.database}`;
  }
}

/** Sockets where the system has them, else a free port of this machine. */
export async function chooseListen(data: string): Promise<Listen> {
  return process.platform === 'win32'
    ? { kind: 'loopback', port: await freePort() }
    : { kind: 'socket', folder: socketFolder(data), port: POSTGRES_PORT };
}

/** A Postgres on a free port, in a folder that `stop` removes: quick and promising nothing for tests, or lasting to be measured. */
export async function startThrowAwayPostgres(
  root: string,
  durability: Durability = 'fleeting',
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-pg-'));
  const listen: Listen = { kind: 'loopback', port: await freePort() };
  const superuserPassword = 'throw-away';
  try {
    const own = await preparePostgres({
      root,
      cluster: join(folder, 'postgres'),
      listen,
      superuserPassword,
      durability,
    });
    const running = await own.start(() => undefined);
    return {
      url: postgresUrl(listen, {
        user: 'postgres',
        password: superuserPassword,
        database: 'postgres',
      }),
      stop: async () => {
        await running.stop();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true });
    throw cause;
  }
}

function chooseUser(native: Native, cluster: string): { native: Native; as: RunAs } {
  const can = abilities();
  const owner = ownerOf(cluster);
  const data = join(cluster, '../..');
  const tool = (at: Native) => join(at, 'bin/postgres');
  const as = chooseRunAs(can, owner, [tool(native), data]);
  if (as !== null) return { native, as };
  // Only the binaries are out of reach: a copy of them helps.
  if (can.reachable(data)) {
    mkdirSync(COPIES, { recursive: true, mode: 0o755 });
    const copy = copyNative(native, COPIES);
    const again = chooseRunAs(can, owner, [tool(copy), data]);
    if (again !== null) return { native: copy, as: again };
  }
  throw fault('LAUNCH_POSTGRES_AS_ROOT', {
    message: `Postgres does not run as root, and the user “nobody” cannot reach ${data}. Start Countersign as another user, or choose a data folder that others may pass through, such as --data /var/lib/countersign/data.`,
  });
}

async function startServer(
  plan: PostgresPlan,
  native: Native,
  as: RunAs,
  mortal: boolean,
  hear: (line: string) => void,
): Promise<RunningPostgres> {
  const flags = ['-D', plan.cluster, ...postgresSettings(plan.listen, plan.durability)];
  const postgres = join(native, 'bin/postgres');
  const { command, args, ...who } = invocation(as, postgres, flags, mortal);
  const child = spawn(command, args, {
    ...who,
    cwd: '/',
    env: postgresEnv(),
    stdio: ['ignore', 'ignore', 'pipe'],
    // A group of its own: a terminal's ^C must reach it last, not first.
    detached: true,
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4000);
    hear(chunk.toString());
  });
  const ended = endOf(child);
  const ready = await Promise.race([untilReady(plan.cluster, child), ended.then(() => false)]);
  if (!ready) throw postgresFault(plan.cluster, said);
  return {
    pid: must(child.pid, 'a process that became ready has a number'),
    ended,
    stop: () => stopServer(child, ended),
  };
}

function endOf(child: ChildProcess): RunningPostgres['ended'] {
  return new Promise((resolve) => {
    child.once('error', () => resolve({ code: null, signal: null }));
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}

/** pg_ctl's way: the eighth line of postmaster.pid. */
async function untilReady(cluster: string, child: ChildProcess): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null) {
    const lines = readLines(join(cluster, 'postmaster.pid'));
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return true;
    await sleep(10);
  }
  return false;
}

/** Fast shutdown; a server that hangs in it is ended at once and recovers at the next start. */
async function stopServer(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGINT');
  const hard = setTimeout(() => child.kill('SIGQUIT'), 2500);
  await ended;
  clearTimeout(hard);
}

function readLines(path: string): string[] {
  const there = statSync(path, { throwIfNoEntry: false });
  return there === undefined ? [] : readFileSync(path, 'utf8').split('\n');
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}

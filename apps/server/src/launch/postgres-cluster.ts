import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { diskFull } from './data-folder.ts';
import { fault } from './errors.ts';
import { type Native, POSTGRES_MAJOR } from './postgres-binaries.ts';
import { invocation, type RunAs } from './run-as.ts';
import { syncFolder } from './write-whole.ts';

/** What a cluster is made with. */
export interface NewCluster {
  readonly native: Native;
  readonly as: RunAs;
  readonly password: string;
  /** False only for tests: a power cut may lose the cluster. */
  readonly lasting: boolean;
}

/** Whether the folder holds a cluster. @throws fault `LAUNCH_POSTGRES_OTHER_VERSION` */
export function isCluster(folder: string): boolean {
  const file = join(folder, 'PG_VERSION');
  if (!existsSync(file)) return false;
  const version = readFileSync(file, 'utf8').trim();
  if (version === String(POSTGRES_MAJOR)) return true;
  throw fault('LAUNCH_POSTGRES_OTHER_VERSION', {
    message: `${folder} was made by Postgres ${version} and this is Postgres ${POSTGRES_MAJOR}. Dump it with the old version and load it into a new data folder; nothing was changed.`,
  });
}

/** As whom the files of a folder must be written; null where it does not exist. */
export function ownerOf(folder: string): { uid: number; gid: number } | null {
  const stat = statSync(folder, { throwIfNoEntry: false });
  return stat === undefined ? null : { uid: stat.uid, gid: stat.gid };
}

/**
 * Makes a cluster beside its place and moves it there when it is whole: a start that is killed leaves no half.
 * @throws faults `LAUNCH_POSTGRES_FAILED`, `LAUNCH_DISK_FULL`
 */
export async function makeCluster(folder: string, cluster: NewCluster): Promise<void> {
  const workshop = `${folder}.new`;
  rmSync(workshop, { recursive: true, force: true });
  mkdirSync(workshop, { mode: 0o700 });
  give(workshop, cluster.as);
  const password = join(workshop, 'password');
  writeFileSync(password, cluster.password, { mode: 0o600 });
  give(password, cluster.as);
  await initialise(join(workshop, 'cluster'), password, cluster);
  renameSync(join(workshop, 'cluster'), folder);
  rmSync(workshop, { recursive: true });
  syncFolder(dirname(folder));
}

/** Hands a file or folder to whoever Postgres runs as, and lets that one pass through the folder above. */
export function give(path: string, as: RunAs): void {
  if (as.kind !== 'user' && as.kind !== 'passing') return;
  chownSync(path, as.uid, as.gid);
  const above = dirname(path);
  if (as.kind === 'user') chmodSync(above, statSync(above).mode | 0o001);
}

async function initialise(folder: string, password: string, cluster: NewCluster): Promise<void> {
  const flags = [
    '--pgdata',
    folder,
    '--username=postgres',
    `--pwfile=${password}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Order by code point, the same on every machine: an index must not depend on the system's C library.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    ...(cluster.lasting ? [] : ['--no-sync']),
  ];
  const initdb = join(cluster.native, 'bin/initdb');
  const { command, args, ...who } = invocation(cluster.as, initdb, flags, false);
  const child = spawn(command, args, {
    ...who,
    cwd: '/',
    env: postgresEnv(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code === 0) return;
  throw postgresFault(folder, said);
}

/** What Postgres may know of our environment: nothing of ours. */
export function postgresEnv(): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

/** The fault for what Postgres wrote before it gave up. */
export function postgresFault(folder: string, said: string): Error {
  if (said.includes('No space left on device')) return diskFull(folder);
  const words = said.trim().split('\n').slice(-6).join('\n') || 'it said nothing';
  return fault('LAUNCH_POSTGRES_FAILED', { message: `Postgres could not start: ${words}` });
}

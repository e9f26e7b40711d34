import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Listen } from './postgres-settings.ts';
import { identify } from './process-identity.ts';
import { postgresSocket } from './socket-folder.ts';

/** How long a Postgres that nobody looks after may take to end by itself, in milliseconds. */
const PATIENCE = 4000;

/**
 * Ends what an earlier life left running on a cluster, so that a new Postgres can start at once. Only for
 * the holder of the data folder's lock. Where /proc does not tell, Postgres's own interlock decides.
 */
export async function endLeftovers(cluster: string, listen: Listen): Promise<number> {
  const found = processesOn(cluster).length;
  // Fast shutdown; the backends of a postmaster that is gone end by themselves.
  const main = pidIn(join(cluster, 'postmaster.pid'));
  if (found > 0 && main !== null && processesOn(cluster).includes(main)) signal(main, 'SIGINT');
  await untilGone(cluster, PATIENCE);
  // What was acknowledged is on the disk: a kill costs a recovery, no data.
  for (const pid of processesOn(cluster)) signal(pid, 'SIGKILL');
  await untilGone(cluster, PATIENCE);
  forgetStranger(cluster, listen);
  return found;
}

/** All processes whose working folder is the cluster: a postmaster and its backends. Linux only. */
function processesOn(cluster: string): number[] {
  if (process.platform !== 'linux') return [];
  const home = realpath(cluster);
  if (home === null) return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && folderOf(pid) === home && identify(pid) !== null);
}

/**
 * Postgres takes the number that a killed one wrote down for a running one as long as any process has it. In
 * a container that is common: few numbers are used again and again, and nobody may bury the dead. Behind
 * this stands Postgres's shared memory, which is in use as long as a single backend lives.
 */
function forgetStranger(cluster: string, listen: Listen): void {
  const notes = [join(cluster, 'postmaster.pid')];
  if (listen.kind === 'socket') notes.push(`${postgresSocket(listen.folder)}.lock`);
  for (const note of notes) {
    const pid = pidIn(note);
    if (process.platform === 'linux' && pid !== null && !isPostmaster(pid, cluster)) {
      rmSync(note, { force: true });
    }
  }
}

/** A dead process that nobody buried has no arguments any more. */
function isPostmaster(pid: number, cluster: string): boolean {
  const args = read(`/proc/${pid}/cmdline`)?.split('\0') ?? [];
  return args.includes('-D') && args.includes(cluster);
}

/** The first line of Postgres's notes is its process number. */
function pidIn(note: string): number | null {
  const [first] = read(note)?.split('\n') ?? [];
  const pid = Number(first);
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

async function untilGone(cluster: string, patience: number): Promise<void> {
  const end = Date.now() + patience;
  while (processesOn(cluster).length > 0 && Date.now() < end) await sleep(20);
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function folderOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

function realpath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It went by itself.
  }
}

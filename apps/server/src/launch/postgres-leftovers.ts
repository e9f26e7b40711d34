import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identify } from './process-identity.ts';

/** How long a Postgres that nobody looks after may take to end by itself, in milliseconds. */
const PATIENCE = 4000;

/**
 * Ends what an earlier life left running on a cluster, so that a new Postgres can start at once. Only for
 * the holder of the data folder's lock. Where /proc does not tell, Postgres's own interlock decides.
 */
export async function endLeftovers(cluster: string): Promise<number> {
  const found = processesOn(cluster).length;
  // Fast shutdown; the backends of a postmaster that is gone end by themselves.
  const main = postmasterOf(cluster);
  if (found > 0 && main !== null && processesOn(cluster).includes(main)) signal(main, 'SIGINT');
  await untilGone(cluster, PATIENCE);
  // What was acknowledged is on the disk: a kill costs a recovery, no data.
  for (const pid of processesOn(cluster)) signal(pid, 'SIGKILL');
  await untilGone(cluster, PATIENCE);
  forgetStranger(cluster);
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
 * A container gives the same few numbers again and again: the number that a killed Postgres wrote down may be
 * ours or a neighbour's by now, and Postgres would take it for a running one.
 */
function forgetStranger(cluster: string): void {
  const main = postmasterOf(cluster);
  if (process.platform !== 'linux' || main === null) return;
  const living = identify(main) !== null;
  if (living && folderOf(main) !== null && folderOf(main) !== realpath(cluster)) {
    rmSync(join(cluster, 'postmaster.pid'), { force: true });
  }
}

function postmasterOf(cluster: string): number | null {
  try {
    const [first] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(first);
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

async function untilGone(cluster: string, patience: number): Promise<void> {
  const end = Date.now() + patience;
  while (processesOn(cluster).length > 0 && Date.now() < end) await sleep(20);
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

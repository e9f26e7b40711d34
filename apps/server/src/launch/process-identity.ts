import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** A process that cannot be mistaken for another: numbers are used again, a number with its start is not. */
export const processIdentitySchema = z.object({
  pid: z.int().positive(),
  /** When it started, in whatever the system counts; differs between two processes of one number. */
  started: z.string(),
});
export type ProcessIdentity = z.infer<typeof processIdentitySchema>;

/** Who runs under this number now; null where nobody does, or only a dead one waits to be buried. */
export function identify(pid: number): ProcessIdentity | null {
  const started = process.platform === 'linux' ? startedOnLinux(pid) : startedElsewhere(pid);
  return started === null ? null : { pid, started };
}

/** Whether the very same process still runs. */
export function isRunning(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.started === identity.started;
}

/** proc(5): after the name in brackets come the state, third, and the start in ticks since boot, 22nd. */
function startedOnLinux(pid: number): string | null {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  if (state === 'Z' || state === 'X') return null;
  return `${read('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}:${fields[19] ?? ''}`;
}

function startedElsewhere(pid: number): string | null {
  if (process.platform === 'win32') return signalReaches(pid) ? 'unknown' : null;
  try {
    const said = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { LC_ALL: 'C', PATH: '/bin:/usr/bin' },
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    const [state = 'Z'] = said.split(/\s+/);
    return said === '' || state.startsWith('Z') ? null : said.slice(state.length).trim();
  } catch {
    // ps ends with 1 where it finds no such process.
    return null;
  }
}

function signalReaches(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

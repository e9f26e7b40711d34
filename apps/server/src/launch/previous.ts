import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import {
  identify,
  isRunning,
  type ProcessIdentity,
  processIdentitySchema,
} from './process-identity.ts';
import { writeWhole } from './write-whole.ts';

const noteSchema = z.record(z.string(), processIdentitySchema);

/** Milliseconds that programs of an earlier life may still drain for. */
const PATIENCE = 6500;

/** Notes which process a service is, for the start after a kill -9. */
export function noteProcess(file: string, service: string, pid: number): void {
  const identity = identify(pid);
  if (identity === null) return;
  writeWhole(file, JSON.stringify({ ...read(file), [service]: identity }));
}

/**
 * Ends programs that an earlier launcher started and that still run. Only for the holder of the lock.
 * Their lifeline has asked them to end when that launcher died: they are given the time for it, and
 * Postgres ends after those that use it.
 * @returns how many there were
 */
export async function endPrevious(file: string): Promise<number> {
  const { postgres, ...programs } = read(file);
  const left = Object.values(programs).filter(isRunning);
  await end(left, 'SIGTERM');
  // SIGINT is Postgres's fast shutdown; what it acknowledged survives the kill that may follow.
  const database = postgres !== undefined && isRunning(postgres) ? [postgres] : [];
  await end(database, 'SIGINT');
  return left.length + database.length;
}

async function end(all: readonly ProcessIdentity[], kindly: NodeJS.Signals): Promise<void> {
  for (const { pid } of all) signal(pid, kindly);
  await untilEnded(all, PATIENCE);
  for (const one of all.filter(isRunning)) signal(one.pid, 'SIGKILL');
  await untilEnded(all, 1000);
}

async function untilEnded(all: readonly ProcessIdentity[], patience: number): Promise<void> {
  const end = Date.now() + patience;
  while (all.some(isRunning) && Date.now() < end) await sleep(20);
}

function read(file: string): Readonly<Record<string, ProcessIdentity>> {
  try {
    return noteSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It went by itself.
  }
}

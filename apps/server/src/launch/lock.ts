import { constants, copyFileSync, linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { z } from 'zod';
import { codeOf } from './error-code.ts';
import { isRunning, type ProcessIdentity, processIdentitySchema } from './process-identity.ts';
import { writeWhole } from './write-whole.ts';

/** Who runs on a data folder. */
export interface Holder extends ProcessIdentity {
  /** Where that one can be reached. */
  readonly address: string;
}

/** The right to be the only one on a data folder. */
export interface Lock {
  /** Gives the folder free; a lock that somebody else holds by now is left alone. */
  release(): void;
}

const holderSchema = processIdentitySchema.extend({ address: z.string() });

/**
 * Takes the lock file, or says who has it. A lock whose process is gone is taken over: kill -9 must not
 * need a person to clean up.
 *
 * Two that take over the same dead lock at the same moment are told apart by the rename: who finds a
 * living lock in hand puts it back. Postgres's own interlock stands behind this one.
 */
export function takeLock(
  path: string,
  self: Holder,
):
  | { readonly kind: 'taken'; readonly lock: Lock }
  | { readonly kind: 'held'; readonly by: Holder } {
  for (;;) {
    if (create(path, self)) return { kind: 'taken', lock: { release: () => release(path, self) } };
    const by = readHolder(path);
    if (by !== null && isRunning(by)) return { kind: 'held', by };
    bury(path, self);
  }
}

/** Makes the file appear whole and only if it is not there: `link` does both at once. */
function create(path: string, self: Holder): boolean {
  const fresh = `${path}.fresh.${self.pid}`;
  writeWhole(fresh, JSON.stringify(self));
  try {
    linkOrCopy(fresh, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    // Some shared folders know no hard links.
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK'].includes(codeOf(error) ?? '')) throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  }
}

/** Moves a dead lock out of the way. */
function bury(path: string, self: Holder): void {
  const grave = `${path}.stale.${self.pid}`;
  try {
    renameSync(path, grave);
  } catch (error) {
    // Somebody else buried it.
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  const buried = readHolder(grave);
  try {
    if (buried !== null && isRunning(buried)) linkOrCopy(grave, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(grave, { force: true });
  }
}

function release(path: string, self: Holder): void {
  const by = readHolder(path);
  if (by?.pid === self.pid && by.started === self.started) rmSync(path, { force: true });
}

/** Null for no lock, and for one that a power cut left without sense. */
function readHolder(path: string): Holder | null {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

import { mkdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf } from './error-code.ts';
import { fault } from './errors.ts';

/** Where everything stands in the folder that holds all that must survive. */
export interface DataFolder {
  readonly root: string;
  readonly lock: string;
  /** What we started, so that the next start can end what a kill -9 left. */
  readonly processes: string;
  /** Passwords of the database roles. */
  readonly credentials: string;
  /** Signs people's sessions. */
  readonly sessionKey: string;
  readonly postgres: string;
  readonly broker: string;
  readonly logs: string;
}

/** Below this, Postgres is not even begun: a half-made cluster helps nobody. Bytes. */
const LEAST_FREE = 150 * 1024 * 1024;

/**
 * Makes the folder where it is missing and proves that it can be written.
 * @throws faults `LAUNCH_DATA_UNWRITABLE`, `LAUNCH_DISK_FULL`
 */
export function openDataFolder(root: string): DataFolder {
  const folder = layOut(root);
  try {
    // Private from the start: the folder holds keys.
    for (const path of [root, folder.logs, folder.broker]) makeFolder(path);
    prove(join(root, `.probe.${process.pid}`));
  } catch (cause) {
    throw refusal(root, cause);
  }
  demandSpace(root);
  return folder;
}

/** The places in a data folder, which need not be there yet. */
export function layOut(root: string): DataFolder {
  return {
    root,
    lock: join(root, 'lock'),
    processes: join(root, 'processes.json'),
    credentials: join(root, 'db.json'),
    sessionKey: join(root, 'session.key'),
    postgres: join(root, 'postgres'),
    broker: join(root, 'broker'),
    logs: join(root, 'logs'),
  };
}

/** Node's own `recursive` never returns where the system answers ENOENT for a folder that is there, as below /proc. */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  mkdirSync(path, { mode: 0o700 });
}

function prove(file: string): void {
  writeFileSync(file, 'probe', { mode: 0o600 });
  rmSync(file);
}

function refusal(root: string, cause: unknown): Error {
  const code = codeOf(cause);
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(root, cause);
  const why = REASONS[code ?? ''] ?? `the system says ${code ?? String(cause)}`;
  return fault('LAUNCH_DATA_UNWRITABLE', {
    message: `The data folder ${root} cannot be written: ${why}. Choose another with --data FOLDER or COUNTERSIGN_DATA.`,
    details: { folder: root, code: code ?? null },
    cause,
  });
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user has no right to',
  EPERM: 'this user has no right to',
  EROFS: 'it lies on a disk that can only be read',
  ENOTDIR: 'a file stands where the folder should be',
  ENOENT: 'no folder can be made there',
  EEXIST: 'a file stands where the folder should be',
  ENAMETOOLONG: 'its name is too long',
};

function demandSpace(root: string): void {
  const { bavail, bsize } = statfsSync(root);
  if (bavail * bsize < LEAST_FREE) throw diskFull(root);
}

/** The fault for a disk without room, wherever it was noticed. */
export function diskFull(root: string, cause?: unknown): Error {
  return fault('LAUNCH_DISK_FULL', {
    message: `There is no room left on the disk of ${root} (at least ${LEAST_FREE >> 20} MB are needed). Make room and start again; nothing was changed.`,
    details: { folder: root },
    cause,
  });
}

import { lstatSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeWhole } from './write-whole.ts';

/** unix(7): 108 bytes with the closing zero; macOS and the BSDs have 104. */
const LONGEST_PATH = process.platform === 'linux' ? 107 : 103;

/** Postgres names its socket by a port, even where it listens on none. */
export const POSTGRES_PORT = 5432;

/** Whether a socket can be made under this path. */
export function fitsSocket(path: string): boolean {
  return Buffer.byteLength(path) <= LONGEST_PATH;
}

/** The socket that Postgres makes in a folder. */
export function postgresSocket(folder: string): string {
  return join(folder, `.s.PGSQL.${POSTGRES_PORT}`);
}

/**
 * A private folder for sockets: `run` in the data folder, or where that path is too long for a socket, a
 * fresh one in the system's folder for temporary files that the data folder remembers.
 */
export function socketFolder(data: string): string {
  const near = join(data, 'run');
  if (fitsSocket(postgresSocket(near))) {
    mkdirSync(near, { recursive: true, mode: 0o700 });
    return near;
  }
  const remembered = join(data, 'run.path');
  const old = read(remembered);
  if (old !== null && isOurs(old)) return old;
  const far = mkdtempSync(join(tmpdir(), 'countersign-'));
  writeWhole(remembered, far);
  return far;
}

/** The broker's socket: in the data folder where the path allows it. */
export function brokerSocket(data: string, sockets: string): string {
  const near = join(data, 'broker.sock');
  return fitsSocket(near) ? near : join(sockets, 'broker.sock');
}

/** In a folder that everybody can write, somebody else may have put something in our place. */
function isOurs(path: string): boolean {
  try {
    const { uid, mode } = lstatSync(path);
    return (mode & 0o170_777) === 0o040_700 && uid === process.getuid?.();
  } catch {
    return false;
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

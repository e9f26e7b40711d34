import { delimiter, isAbsolute, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_PORT } from '@countersign/contract';
import { fault } from './errors.ts';

/** What the person who starts Countersign can choose. */
export interface LaunchOptions {
  /** Absolute path of the folder that holds all that must survive. */
  readonly data: string;
  readonly host: string;
  readonly port: number;
  /** What people's browsers call this server, where a proxy stands in front; null for host and port. */
  readonly publicUrl: string | null;
  /** A Postgres of the operator's; null starts our own in the data folder. */
  readonly databaseUrl: string | null;
  /** Folders outside the data folder that mailboxes may be in; absolute. */
  readonly fileRoots: readonly string[];
  /** Runs worked on at once; 0 serves people and leaves the runs to other servers of the same database. */
  readonly capacity: number;
  readonly watch: boolean;
  readonly help: boolean;
}

/** Shown for `--help` and after a command line that was not understood. */
export const USAGE = `npm start -- [options]

  --data FOLDER   where everything is kept             COUNTERSIGN_DATA, ./data
  --port PORT     the port to serve on                 PORT, ${DEFAULT_PORT}
  --host ADDRESS  the address to serve on              HOST, 127.0.0.1
  --watch         build and start again on a change (for development)
  --help          this text

  DATABASE_URL          a Postgres (15 or newer) to use instead of our own
  COUNTERSIGN_URL       what browsers call this server, behind a proxy
  COUNTERSIGN_FILES_ROOTS
                        folders that mailboxes may be in, beside DATA/files
  COUNTERSIGN_CAPACITY  runs worked on at once, 64; 0 leaves them to other
                        servers of the same database`;

/**
 * Reads flags, which win, and environment.
 * @throws fault `LAUNCH_USAGE`
 */
export function readOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  root: string,
): LaunchOptions {
  const flags = readFlags(args);
  const text = (flag: string | undefined, name: string) => flag ?? (env[name] || undefined);
  return {
    data: resolve(root, text(flags.data, 'COUNTERSIGN_DATA') ?? 'data'),
    host: text(flags.host, 'HOST') ?? '127.0.0.1',
    port: readPort(text(flags.port, 'PORT') ?? String(DEFAULT_PORT)),
    publicUrl: readUrl('COUNTERSIGN_URL', env['COUNTERSIGN_URL'], ['http:', 'https:']),
    databaseUrl: readUrl('DATABASE_URL', env['DATABASE_URL'], ['postgres:', 'postgresql:']),
    fileRoots: readRoots(env['COUNTERSIGN_FILES_ROOTS'] ?? ''),
    capacity: readCapacity(env['COUNTERSIGN_CAPACITY'] || '64'),
    watch: flags.watch ?? false,
    help: flags.help ?? false,
  };
}

function readFlags(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        data: { type: 'string' },
        host: { type: 'string' },
        port: { type: 'string' },
        watch: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    return values;
  } catch (cause) {
    const said = cause instanceof Error ? cause.message.split('. ')[0] : String(cause);
    throw fault('LAUNCH_USAGE', { message: `${said}.\n\n${USAGE}`, cause });
  }
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port > 0 && port < 65_536) return port;
  throw fault('LAUNCH_USAGE', { message: `The port must be from 1 to 65535, not “${text}”.` });
}

function readCapacity(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw fault('LAUNCH_USAGE', {
    message: `COUNTERSIGN_CAPACITY must be a number of runs from 0 to 9999, not “${text}”.`,
  });
}

function readRoots(text: string): readonly string[] {
  const roots = text.split(delimiter).filter((root) => root !== '');
  const relative = roots.find((root) => !isAbsolute(root));
  if (relative === undefined) return roots;
  throw fault('LAUNCH_USAGE', {
    message: `COUNTERSIGN_FILES_ROOTS must name absolute folders with “${delimiter}” between them, not “${relative}”.`,
  });
}

function readUrl(
  name: string,
  text: string | undefined,
  protocols: readonly string[],
): string | null {
  if (text === undefined || text === '') return null;
  // The text is not repeated: a database's address holds a password.
  if (!protocols.some((protocol) => text.startsWith(`${protocol}//`))) {
    throw fault('LAUNCH_USAGE', { message: `${name} must start with ${protocols[0]}//.` });
  }
  return text;
}

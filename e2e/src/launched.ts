import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Folder of the repository. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const START = join(ROOT, 'scripts/start.mjs');

/** `npm start` without npm, as a test sees it. */
export interface Launched {
  readonly pid: number;
  /** All lines so far, of both streams. */
  said(): string;
  /** Resolves with the address when it is announced; rejects when the process ends before. */
  readonly ready: Promise<{ readonly url: string; readonly seconds: number }>;
  readonly ended: Promise<number | null>;
  /** Resolves when a line holds the text; rejects when the process ends before. */
  hears(text: string): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  /** SIGTERM, and the exit code. */
  stop(): Promise<number | null>;
}

/** How to start. */
export interface LaunchWish {
  readonly data: string;
  readonly port: number;
  readonly env?: Readonly<Record<string, string>>;
  /** A command that starts the rest, such as `setpriv …`. */
  readonly through?: readonly string[];
  /** The whole command, where it is another than Node with the start script. */
  readonly command?: readonly string[];
}

/** Starts the whole system as a process of its own. */
export function launched(wish: LaunchWish): Launched {
  const [command = '', ...args] = wish.command ?? [
    ...(wish.through ?? []),
    process.execPath,
    START,
  ];
  const child = spawn(command, args, {
    cwd: tmpdir(),
    env: {
      PATH: process.env['PATH'] ?? '',
      COUNTERSIGN_DATA: wish.data,
      PORT: String(wish.port),
      ...wish.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own group, as a shell gives every command.
    detached: true,
  });
  return watched(child);
}

function watched(child: ChildProcess): Launched {
  let said = '';
  const waiting = new Set<() => void>();
  const hear = (chunk: Buffer) => {
    said += chunk.toString();
    for (const look of waiting) look();
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const hears = (text: RegExp) =>
    new Promise<RegExpMatchArray>((resolve, reject) => {
      const look = () => {
        const match = said.match(text);
        if (match === null) return;
        waiting.delete(look);
        resolve(match);
      };
      waiting.add(look);
      look();
      void ended.then(() => reject(new Error(`It ended without saying ${text}:\n${said}`)));
    });
  const ready = hears(/ready after ([\d.]+) s: (http\S+)/).then(([, seconds, url]) => ({
    url: url ?? '',
    seconds: Number(seconds),
  }));
  // A test that expects the end does not look at this.
  ready.catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    said: () => said,
    ready,
    ended,
    hears: async (text) => {
      await hears(new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
    },
    kill: (signal) => child.kill(signal),
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** A folder that does not exist yet, in one that `remove` takes away. */
export function freshFolder(): { readonly data: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-e2e-'));
  return {
    data: join(folder, 'data'),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }),
  };
}

/** A port that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** The process numbers that a data folder notes for its programs. */
export function processesOf(data: string): Readonly<Record<string, number>> {
  const note: Record<string, { pid: number }> = JSON.parse(
    readFileSync(join(data, 'processes.json'), 'utf8'),
  );
  return Object.fromEntries(Object.entries(note).map(([name, { pid }]) => [name, pid]));
}

/** Every living process that belongs to a data folder: it works in it, or names it in its arguments or environment. */
export function livingOn(data: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid && concerns(pid, data));
}

function concerns(pid: number, data: string): boolean {
  try {
    if (/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) return false;
    if (readlinkSync(`/proc/${pid}/cwd`).startsWith(data)) return true;
    return ['cmdline', 'environ'].some((file) =>
      readFileSync(`/proc/${pid}/${file}`, 'utf8').includes(data),
    );
  } catch {
    return false;
  }
}

/** Waits until something holds, or says after so many milliseconds that it does not. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  within: number,
): Promise<void> {
  const end = Date.now() + within;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`After ${within} ms it does not hold that ${what}.`);
    await sleep(25);
  }
}

/** Whether the server at an address says that it is well. */
export async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health`)).ok;
  } catch {
    return false;
  }
}

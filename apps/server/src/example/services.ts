import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, type Json, type JsonObject } from '@countersign/contract';
import { codeOf } from '../launch/error-code.ts';
import { type Running, startIntel } from './intel.ts';
import { startSink, type Taken } from './sink.ts';

/** The example's mail sink and intelligence service, running. */
export interface ExampleServices {
  readonly ports: { readonly smtp: number; readonly intel: number };
  /** The workspace the sink keeps mails for; null until there is one. */
  belongsTo(workspace: string): Promise<void>;
  stop(): Promise<void>;
}

export interface ExampleOptions {
  /** Folder of `examples/mail-triage`. */
  readonly example: string;
  /** File that remembers ports and workspace from start to start. */
  readonly file: string;
  readonly keep: (workspace: string, mail: Taken) => Promise<void>;
  /** Told where ports had to change, so that the connections are written anew. */
  readonly moved: (workspace: string, ports: ExampleServices['ports']) => Promise<void>;
}

interface Remembered {
  readonly workspace: string | null;
  readonly smtp: number;
  readonly intel: number;
}

/** Starts both services on the ports they had before, or on others where those are taken. */
export async function startExample(options: ExampleOptions): Promise<ExampleServices> {
  const before = await remembered(options.file);
  let workspace = before?.workspace ?? null;
  const known = JSON.parse(
    await readFile(join(options.example, 'intel.json'), 'utf8'),
  ) as JsonObject;
  const keep = async (mail: Taken) => {
    if (workspace !== null) await options.keep(workspace, mail);
  };
  const smtp = await onPort(before?.smtp ?? 0, (port) => startSink(keep, port));
  const intel = await onPort(before?.intel ?? 0, (port) => startIntel(known, port));
  const ports = { smtp: smtp.port, intel: intel.port };
  const remember = () =>
    writeFile(options.file, JSON.stringify({ workspace, ...ports } satisfies Remembered));
  await remember();
  if (workspace !== null && (before?.smtp !== ports.smtp || before.intel !== ports.intel))
    await options.moved(workspace, ports);
  return {
    ports,
    belongsTo: (id) => {
      workspace = id;
      return remember();
    },
    stop: async () => {
      await Promise.all([smtp.stop(), intel.stop()]);
    },
  };
}

async function onPort(wanted: number, start: (port: number) => Promise<Running>): Promise<Running> {
  try {
    return await start(wanted);
  } catch (error) {
    if (wanted === 0 || codeOf(error) !== 'EADDRINUSE') throw error;
    return start(0);
  }
}

async function remembered(file: string): Promise<Remembered | null> {
  try {
    const found: Json = JSON.parse(await readFile(file, 'utf8'));
    if (!isJsonObject(found)) return null;
    const { workspace, smtp, intel } = found;
    if (typeof smtp !== 'number' || typeof intel !== 'number') return null;
    return { workspace: typeof workspace === 'string' ? workspace : null, smtp, intel };
  } catch {
    // Not there, or half written: the services get new ports.
    return null;
  }
}

import { DEFAULT_PORT, isJsonObject } from '@countersign/contract';
import { type Client, createClient } from '@countersign/sdk';
import { cliFault } from './errors.ts';
import type { Powers } from './powers.ts';

/** Where a command goes, and with what. */
export interface Target {
  readonly url: string;
  readonly key: string;
  readonly workspace: string | undefined;
}

/** What a person may say about the target on the command line. */
export interface TargetWish {
  readonly url?: string | undefined;
  readonly workspace?: string | undefined;
}

/**
 * The server and the key: from the environment, else from the file that `login` wrote, else from the one that
 * the launcher of this checkout wrote. A key that a file names for one server is sent to no other.
 *
 * @throws faults `CLI_NO_KEY`, `CLI_CONFIG`.
 */
export async function targetOf(powers: Powers, wish: TargetWish): Promise<Target> {
  const { env } = powers;
  const url = wish.url ?? env['COUNTERSIGN_URL'];
  const workspace = wish.workspace ?? env['COUNTERSIGN_WORKSPACE'];
  if (env['COUNTERSIGN_KEY'] !== undefined) {
    return { url: url ?? DEFAULT_URL, key: env['COUNTERSIGN_KEY'], workspace };
  }
  for (const path of [loginPath(powers), operatorPath(powers)]) {
    const kept = path === null ? null : await readTarget(powers, path);
    if (kept === null || (url !== undefined && !isSameServer(url, kept.url))) continue;
    return { ...kept, workspace: workspace ?? kept.workspace };
  }
  throw cliFault('CLI_NO_KEY', url === undefined ? {} : { details: { url } });
}

/** A client for the target of a command. */
export async function clientFor(powers: Powers, wish: TargetWish): Promise<Client> {
  const { url, key, workspace } = await targetOf(powers, wish);
  return createClient({
    baseUrl: url,
    apiKey: key,
    name: 'cli',
    fetch: powers.fetch,
    ...(powers.wait === undefined ? {} : { wait: powers.wait }),
    ...(workspace === undefined ? {} : { workspace }),
  });
}

/** Where the server is unless somebody says otherwise. */
export const DEFAULT_URL = `http://localhost:${DEFAULT_PORT}`;

/** The file that `login` writes, or null where no home is known. */
export function loginPath({ env, files }: Powers): string | null {
  const home = env['XDG_CONFIG_HOME'] ?? (env['HOME'] ? files.join(env['HOME'], '.config') : null);
  return home === null ? null : files.join(home, 'countersign', 'cli.json');
}

/** The data folder of the server at an address, where it is on this machine and open to whoever runs the command. */
export async function dataFolderOf(powers: Powers, url: string): Promise<string | null> {
  const path = operatorPath(powers);
  const kept = path === null ? null : await readTarget(powers, path);
  return kept !== null && isSameServer(url, kept.url) ? (dataFolder(powers) ?? null) : null;
}

/** The file that the launcher writes for whoever may read its data folder. */
function operatorPath(powers: Powers): string | null {
  const data = dataFolder(powers);
  return data === undefined ? null : powers.files.join(data, 'cli.json');
}

function dataFolder({ env }: Powers): string | undefined {
  return env['COUNTERSIGN_DATA'] ?? env['COUNTERSIGN_CHECKOUT_DATA'];
}

async function readTarget(powers: Powers, path: string): Promise<Target | null> {
  const bytes = await powers.files.read(path);
  if (bytes === null) return null;
  if (await powers.files.isOpenToOthers(path)) {
    powers.err(`Others can read ${path}, which holds a key: run chmod 600 on it.\n`);
  }
  const kept = parsed(new TextDecoder().decode(bytes));
  if (!isJsonObject(kept)) throw cliFault('CLI_CONFIG', { details: { path } });
  const { url, key, workspace } = kept;
  if (typeof url !== 'string' || typeof key !== 'string') {
    throw cliFault('CLI_CONFIG', { details: { path } });
  }
  return { url, key, workspace: typeof workspace === 'string' ? workspace : undefined };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isSameServer(a: string, b: string): boolean {
  return originOf(a) !== null && originOf(a) === originOf(b);
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}

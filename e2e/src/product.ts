import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type WorkspaceClient } from '@countersign/sdk';
import { freePort, freshFolder, type Launched, launched } from './launched.ts';

export { livingOn } from './launched.ts';

/** The whole system, started as a person starts it, with its first owner. */
export interface Product {
  readonly url: string;
  readonly data: string;
  readonly client: WorkspaceClient;
  readonly key: string;
  readonly workspace: string;
  readonly process: Launched;
  readonly owner: typeof OWNER;
  /** Seconds from the command to the address. */
  readonly seconds: number;
  stop(): Promise<void>;
}

/** The first owner's account. */
export const OWNER = {
  name: 'Robin Hale',
  email: 'robin.hale@lumen-optics.example',
  password: 'a long enough sentence',
} as const;

/** Starts everything in a fresh data folder and makes the first account with the printed set-up code. */
export async function startProduct(env: Readonly<Record<string, string>> = {}): Promise<Product> {
  const folder = freshFolder();
  const process = launched({ data: folder.data, port: await freePort(), env });
  const { url, seconds } = await process.ready;
  await process.hears('setup#code=');
  const setupCode = /setup#code=([\w-]+)/.exec(process.said())?.[1] ?? '';
  const made = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ ...OWNER, setupCode }),
  });
  if (!made.ok)
    throw new Error(`the first account was not made: ${made.status} ${await made.text()}`);
  // The server's own file, in the form its command line reads.
  const { key, workspace } = JSON.parse(readFileSync(join(folder.data, 'cli.json'), 'utf8')) as {
    key: string;
    workspace: string;
  };
  return {
    url,
    seconds,
    key,
    workspace,
    process,
    owner: OWNER,
    data: folder.data,
    client: createClient({ baseUrl: url, apiKey: key, workspace }),
    async stop() {
      await process.stop();
      folder.remove();
    },
  };
}

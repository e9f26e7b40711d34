import { createClient } from '@countersign/sdk';
import { COMMON, command, type Finish } from '../command.ts';
import { DEFAULT_URL, loginPath } from '../config.ts';
import { cliFault } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import type { Powers } from '../powers.ts';

/** Keeps a key for a server. The key is asked for, never an argument: arguments are seen by every user of a machine. */
export function login(powers: Powers, finish: Finish) {
  return command(finish, {
    name: 'login',
    description: 'Keep an API key for a server, in a file only you can read.',
    args: COMMON,
    async run(args) {
      const path = loginPath(powers);
      if (path === null)
        throw cliFault('CLI_CONFIG', { message: 'There is no home folder to keep it in.' });
      const url = args.url ?? powers.env['COUNTERSIGN_URL'] ?? DEFAULT_URL;
      const key = (await powers.ask(`API key for ${url}: `, true))?.trim() ?? '';
      if (key === '') throw cliFault('CLI_USAGE', { message: 'No key was given.' });
      const client = createClient({ baseUrl: url, apiKey: key, fetch: powers.fetch });
      const { person, workspaces } = await client.me();
      const workspace = args.workspace ?? workspaces[0]?.id;
      await powers.files.write(path, `${JSON.stringify({ url, key, workspace }, null, 2)}\n`);
      powers.out(
        args.json
          ? `${JSON.stringify({ url, workspace, person, path })}\n`
          : `Signed in as ${person.name} (${person.email}); the key is kept in ${path}\n`,
      );
      return EXIT.ok;
    },
  });
}

import { COMMON, command, type Finish } from '../command.ts';
import { clientFor } from '../config.ts';
import { cliFault } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import type { Powers } from '../powers.ts';

/** Fetches a run's proof. */
export function ledgerProof(powers: Powers, finish: Finish) {
  return command(finish, {
    name: 'proof',
    description: 'Fetch all that is needed to check a run without the server.',
    args: {
      ...COMMON,
      run: { type: 'positional', required: true, description: 'Id of the run.' },
      output: {
        type: 'string',
        alias: 'o',
        description: 'The file to write; the screen where absent.',
      },
    },
    async run(args) {
      const client = await clientFor(powers, args);
      const proof = `${JSON.stringify(await client.runs.proof(args.run), null, 2)}\n`;
      if (args.output === undefined) powers.out(proof);
      else {
        await powers.files.write(args.output, proof);
        powers.err(
          `Written to ${args.output}; check it with: countersign ledger verify ${args.output}\n`,
        );
      }
      return EXIT.ok;
    },
  });
}

/** Fetches the whole log into a folder. */
export function ledgerExport(powers: Powers, finish: Finish) {
  return command(finish, {
    name: 'export',
    description: 'Fetch the whole log into an empty folder, to check it without the server.',
    args: {
      ...COMMON,
      folder: { type: 'positional', required: true, description: 'An empty or new folder.' },
    },
    async run(args) {
      const { files } = powers;
      if (!(await files.isEmpty(args.folder))) {
        const message = 'The folder has something in it; name an empty or a new one.';
        throw cliFault('CLI_FILE', { message, details: { path: args.folder } });
      }
      const client = await clientFor(powers, args);
      const paths = new Set<string>();
      for await (const { path, bytes } of client.ledger.export({ signal: powers.interrupted })) {
        const target = files.join(args.folder, ...safeParts(path));
        if (!paths.has(path)) await files.write(target, '');
        paths.add(path);
        await files.append(target, bytes);
      }
      powers.out(
        args.json
          ? `${JSON.stringify({ folder: args.folder, files: [...paths] })}\n`
          : `${paths.size} files; check them with: countersign ledger verify ${args.folder}\n`,
      );
      return EXIT.ok;
    },
  });
}

/** Shows the key that proofs are checked with, to be kept apart from them. */
export function ledgerKey(powers: Powers, finish: Finish) {
  return command(finish, {
    name: 'key',
    description: 'Show the public key of the log; keep it apart from what it is to check.',
    args: COMMON,
    async run(args) {
      const key = await (await clientFor(powers, args)).ledger.key();
      powers.out(args.json ? `${JSON.stringify({ key })}\n` : `${key}\n`);
      return EXIT.ok;
    },
  });
}

/** The parts of a path that the server named: none of them may lead out of the folder. */
function safeParts(path: string): readonly string[] {
  const parts = path.split('/');
  if (parts.every((part) => /^[\w-][\w.-]*$/.test(part))) return parts;
  const message = 'The server named a file that must not be written; the export is broken off.';
  throw cliFault('CLI_FILE', { message });
}

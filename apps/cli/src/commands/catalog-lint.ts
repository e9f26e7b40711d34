import type { ActionCheck, Json } from '@countersign/contract';
import { COMMON, command, type Finish } from '../command.ts';
import { clientFor } from '../config.ts';
import { cliFault } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import type { Powers } from '../powers.ts';
import { printable } from '../printable.ts';
import { terminalOf } from '../terminal.ts';

/** Says what descriptors of actions leave undeclared, and what is wrong with them. */
export function catalogLint(powers: Powers, finish: Finish) {
  return command(finish, {
    name: 'lint',
    description: 'Say what actions leave undeclared, and what it counts as then.',
    args: {
      ...COMMON,
      file: {
        type: 'positional',
        required: false,
        description:
          'A JSON file with a descriptor or a list of them, and more; the catalog’s own where absent.',
      },
    },
    surplus: true,
    async run(args) {
      const files = args._;
      const descriptors = (
        await Promise.all(files.map((path) => descriptorsIn(powers, path)))
      ).flat();
      const client = await clientFor(powers, args);
      const checks = await client.agents.checkActions(files.length === 0 ? undefined : descriptors);
      if (args.json) powers.out(`${JSON.stringify(checks, null, 2)}\n`);
      else show(powers, checks);
      const isRefused = checks.some(({ findings }) =>
        findings.some(({ kind }) => kind === 'refused'),
      );
      return isRefused ? EXIT.unsound : EXIT.ok;
    },
  });
}

function show(powers: Powers, checks: readonly ActionCheck[]): void {
  const terminal = terminalOf(powers);
  for (const { action, findings } of checks) {
    const name = printable(action ?? 'a descriptor without an id');
    if (findings.length === 0) {
      terminal.line(`${terminal.good('✓')} ${terminal.bold(name)} declares everything`);
      continue;
    }
    terminal.line(terminal.bold(name));
    for (const { at, says, kind } of findings) {
      const mark =
        kind === 'refused' ? terminal.bad('✗ refused   ') : terminal.warn('! undeclared');
      terminal.line(`  ${mark} ${terminal.dim(printable(at))} ${printable(says)}`);
    }
  }
}

async function descriptorsIn({ files }: Powers, path: string): Promise<readonly Json[]> {
  const bytes = await files.read(path);
  if (bytes === null) throw cliFault('CLI_FILE', { details: { path } });
  try {
    const read = JSON.parse(new TextDecoder().decode(bytes)) as Json;
    return Array.isArray(read) ? (read as readonly Json[]) : [read];
  } catch {
    throw cliFault('CLI_FILE', {
      message: 'The file is not JSON; it must hold a descriptor or a list of them.',
      details: { path },
    });
  }
}

import { COMMON, command, type Finish } from '../command.ts';
import { clientFor } from '../config.ts';
import { EXIT } from '../exit-codes.ts';
import type { Powers } from '../powers.ts';
import { oneLine } from '../printable.ts';
import { terminalOf } from '../terminal.ts';

/** Lists the agents. */
export function agents(powers: Powers, finish: Finish) {
  return command(finish, {
    name: 'agents',
    description: 'List the agents.',
    args: COMMON,
    async run(args) {
      const client = await clientFor(powers, args);
      const all = await client.agents.list();
      if (args.json) {
        powers.out(`${JSON.stringify(all, null, 2)}\n`);
        return EXIT.ok;
      }
      const terminal = terminalOf(powers);
      if (all.length === 0) terminal.line('No agents yet.');
      terminal.table(
        all.map((agent) => [
          agent.id,
          agent.publishedVersion === 0 ? 'draft' : `v${agent.publishedVersion}`,
          oneLine(agent.draft.name, 40),
          oneLine(agent.draft.description, 60),
        ]),
        (cell, column) =>
          column === 2 ? terminal.bold(cell) : column === 0 ? terminal.dim(cell) : cell,
      );
      return EXIT.ok;
    },
  });
}

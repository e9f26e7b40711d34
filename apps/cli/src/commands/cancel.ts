import { COMMON, command, type Finish } from '../command.ts';
import { clientFor } from '../config.ts';
import { EXIT } from '../exit-codes.ts';
import type { Powers } from '../powers.ts';

/** Stops a run. */
export function cancel(powers: Powers, finish: Finish) {
  return command(finish, {
    name: 'cancel',
    description: 'Stop a run; what it does at the moment is broken off.',
    args: {
      ...COMMON,
      run: { type: 'positional', required: true, description: 'Id of the run.' },
      reason: { type: 'string', description: 'Why, for the record.' },
    },
    async run(args) {
      const client = await clientFor(powers, args);
      const outcome = await client.runs.cancel(args.run, args.reason ?? '');
      const words =
        outcome === 'cancelled' ? 'The run is being stopped.' : 'The run had ended already.';
      powers.out(args.json ? `${JSON.stringify({ outcome })}\n` : `${words}\n`);
      return EXIT.ok;
    },
  });
}

import { COMMON, command, type Finish } from '../command.ts';
import { clientFor } from '../config.ts';
import { EXIT } from '../exit-codes.ts';
import type { Powers } from '../powers.ts';
import { assertOpen } from './approve.ts';

/** Refuses a held call. Nothing is asked again: a no does no harm. */
export function deny(powers: Powers, finish: Finish) {
  return command(finish, {
    name: 'deny',
    description: 'Refuse a held call; the agent is told the reason.',
    args: {
      ...COMMON,
      question: { type: 'positional', required: true, description: 'Id of the question.' },
      reason: { type: 'string', description: 'Why, for the agent and the record.' },
    },
    async run(args) {
      const client = await clientFor(powers, args);
      const question = await client.questions.get(args.question);
      assertOpen(question);
      const answer = { kind: 'deny', reason: args.reason ?? '' } as const;
      const answered = await client.questions.answer(question.id, answer);
      powers.out(
        args.json
          ? `${JSON.stringify(answered, null, 2)}\n`
          : `The question is ${answered.status}.\n`,
      );
      return EXIT.ok;
    },
  });
}

import { COMMON, command, type Finish } from '../command.ts';
import { clientFor } from '../config.ts';
import { EXIT } from '../exit-codes.ts';
import type { Powers } from '../powers.ts';
import { answerMany, idsOf, lookUp } from './answer-many.ts';
import { assertOpen } from './approve.ts';

/** Refuses a held call. Nothing is asked again: a no does no harm. */
export function deny(powers: Powers, finish: Finish) {
  return command(finish, {
    name: 'deny',
    description: 'Refuse held calls; the agent is told the reason.',
    surplus: true,
    args: {
      ...COMMON,
      question: {
        type: 'positional',
        required: true,
        description: 'Id of a question; more may follow.',
      },
      reason: { type: 'string', description: 'Why, for the agent and the record.' },
    },
    async run(args) {
      const client = await clientFor(powers, args);
      const answer = { kind: 'deny', reason: args.reason ?? '' } as const;
      const ids = idsOf(args._);
      if (ids.length > 1) {
        const json = args.json === true;
        const several = await lookUp(client, ids);
        return answerMany(powers, client, several, { json, answerFor: () => answer });
      }
      const question = await client.questions.get(args.question);
      assertOpen(question);
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

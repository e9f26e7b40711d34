import type { QuestionRecord } from '@countersign/contract';
import type { GivenAnswer } from '@countersign/sdk';
import { COMMON, command, type Finish } from '../command.ts';
import { clientFor } from '../config.ts';
import { cliFault } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import type { Powers } from '../powers.ts';
import { showQuestion } from '../show-question.ts';
import { terminalOf } from '../terminal.ts';

/** Shows exactly what will happen, and lets it. */
export function approve(powers: Powers, finish: Finish) {
  return command(finish, {
    name: 'approve',
    description: 'Let a held call happen, exactly as it is shown.',
    args: {
      ...COMMON,
      question: { type: 'positional', required: true, description: 'Id of the question.' },
      yes: { type: 'boolean', alias: 'y', description: 'Do not ask again.' },
      hash: { type: 'string', description: 'Only if the call has this hash (see inbox --json).' },
      happened: { type: 'boolean', description: 'For a lost answer: it did happen.' },
      repeat: { type: 'boolean', description: 'For a lost answer: it did not; do it now.' },
    },
    async run(args) {
      const client = await clientFor(powers, args);
      const question = await client.questions.get(args.question);
      assertOpen(question, args.hash);
      const answer = answerFor(question, { happened: args.happened, repeat: args.repeat });
      if (!args.json) showQuestion(terminalOf(powers), question, powers.now());
      if (!args.yes && !(await confirmed(powers, answer))) {
        powers.err('Nothing was answered.\n');
        return EXIT.ok;
      }
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

/** @throws fault `CLI_QUESTION` where it is closed, or for another call than the one named. */
export function assertOpen(question: QuestionRecord, hash?: string): void {
  if (question.status !== 'open') {
    throw cliFault('CLI_QUESTION', {
      message: `The question is closed: it is ${question.status}.`,
    });
  }
  if (hash !== undefined && hash !== question.callHash) {
    throw cliFault('CLI_QUESTION', { message: 'The call that waits has another hash than that.' });
  }
}

function answerFor(
  { kind, callHash }: QuestionRecord,
  said: { readonly happened: boolean | undefined; readonly repeat: boolean | undefined },
): GivenAnswer {
  if (kind === 'call') {
    if (said.happened || said.repeat) {
      throw usage(
        'This question is about a call that has not been made: --happened and --repeat do not fit.',
      );
    }
    return { kind: 'approve', callHash };
  }
  if (said.happened === said.repeat) {
    throw usage('The answer to this call was lost: say --happened, or --repeat to do it now.');
  }
  return said.happened ? { kind: 'happened' } : { kind: 'repeat', callHash };
}

/** Anything but a plain yes is a no. */
async function confirmed(powers: Powers, answer: GivenAnswer): Promise<boolean> {
  if (!powers.isInteractive) throw usage('Nobody can be asked here: add --yes, best with --hash.');
  const said = await powers.ask(`\n${QUESTIONS[answer.kind]} [y/N] `);
  return /^y(es)?$/i.test(said?.trim() ?? '');
}

const QUESTIONS: Readonly<Record<GivenAnswer['kind'], string>> = {
  approve: 'Let exactly this happen?',
  edit: 'Let this happen instead?',
  deny: 'Refuse this?',
  happened: 'Record that it did happen?',
  repeat: 'Do it now?',
};

function usage(message: string) {
  return cliFault('CLI_USAGE', { message });
}

import type { QuestionRecord, QuestionView } from '@countersign/contract';
import type { GivenAnswer, WorkspaceClient } from '@countersign/sdk';
import { COMMON, command, type Finish } from '../command.ts';
import { clientFor } from '../config.ts';
import { cliFault } from '../errors.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Powers } from '../powers.ts';
import { saysYes } from '../says-yes.ts';
import { showQuestion } from '../show-question.ts';
import { terminalOf } from '../terminal.ts';
import { answerMany, idsOf, lookUp } from './answer-many.ts';

/** Shows exactly what will happen, and lets it. */
export function approve(powers: Powers, finish: Finish) {
  return command(finish, {
    name: 'approve',
    description: 'Let held calls happen, exactly as they are shown.',
    surplus: true,
    args: {
      ...COMMON,
      question: {
        type: 'positional',
        required: true,
        description: 'Id of a question; more may follow.',
      },
      yes: { type: 'boolean', alias: 'y', description: 'Do not ask again.' },
      hash: { type: 'string', description: 'Only if the call has this hash (see inbox --json).' },
      happened: { type: 'boolean', description: 'For a lost answer: it did happen.' },
      repeat: { type: 'boolean', description: 'For a lost answer: it did not; do it now.' },
    },
    async run(args) {
      const client = await clientFor(powers, args);
      const ids = idsOf(args._);
      if (ids.length > 1) return approveMany(powers, client, ids, args);
      const question = await client.questions.get(args.question);
      assertOpen(question, args.hash);
      const answer = answerFor(question, { happened: args.happened, repeat: args.repeat });
      if (!args.json) showQuestion(terminalOf(powers), question, powers.now());
      if (!args.yes && !(await confirmed(powers, answer))) {
        powers.err('Nothing was answered.\n');
        return EXIT.ok;
      }
      const answered = await client.questions.answer(question.id, answer);
      powers.out(args.json ? `${JSON.stringify(answered, null, 2)}\n` : `${becameOf(answered)}\n`);
      return EXIT.ok;
    },
  });
}

function becameOf({ status, approvals = 1, supports = [] }: QuestionView): string {
  if (status !== 'open') return `The question is ${status}.`;
  const counting = supports.filter(({ counts }) => counts).length;
  return `Your yes counts; the question stays open: ${counting} of ${approvals} said yes.`;
}

/** Shows all of them whole, asks once, and answers each for itself. */
async function approveMany(
  powers: Powers,
  client: Pick<WorkspaceClient, 'questions'>,
  ids: readonly string[],
  said: {
    readonly yes?: boolean | undefined;
    readonly json?: boolean | undefined;
    readonly hash?: string | undefined;
    readonly happened?: boolean | undefined;
    readonly repeat?: boolean | undefined;
  },
): Promise<ExitCode> {
  if (said.hash !== undefined) throw usage('--hash is of one call: approve one question with it.');
  if (said.happened || said.repeat)
    throw usage('--happened and --repeat are about one call: answer one question with them.');
  const several = await lookUp(client, ids);
  const lost = several.open.find(({ kind }) => kind === 'unknown');
  if (lost !== undefined)
    throw usage(`The answer to the call of ${lost.id} was lost: answer that question alone.`);
  const json = said.json === true;
  const terminal = terminalOf(powers);
  if (!json)
    for (const question of several.open) {
      showQuestion(terminal, question, powers.now());
      terminal.line();
    }
  const words = `Let exactly ${several.open.length === 1 ? 'this' : `these ${several.open.length}`} happen?`;
  if (several.open.length > 0 && !said.yes && !(await saysYes(powers, words, UNASKED))) {
    powers.err('Nothing was answered.\n');
    return EXIT.ok;
  }
  return answerMany(powers, client, several, {
    json,
    // The hash of what was shown: another call in its place is not approved.
    answerFor: ({ callHash }) => ({ kind: 'approve', callHash }),
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

function confirmed(powers: Powers, answer: GivenAnswer): Promise<boolean> {
  return saysYes(powers, QUESTIONS[answer.kind], UNASKED);
}

const UNASKED = 'add --yes, best with --hash';

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

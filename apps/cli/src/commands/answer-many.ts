import { ANSWERS_AT_ONCE, type AnswerGiven, type QuestionView } from '@countersign/contract';
import { ApiError, type GivenAnswer, type WorkspaceClient } from '@countersign/sdk';
import { cliFault } from '../errors.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Powers } from '../powers.ts';
import { oneLine } from '../printable.ts';
import { terminalOf } from '../terminal.ts';

/** Several questions as they stand now, with why some of them cannot be answered. */
export interface Several {
  readonly open: readonly QuestionView[];
  readonly left: readonly Left[];
}

type Left = Extract<AnswerGiven, { readonly question: null }>;

/** Each id once. @throws fault `CLI_USAGE` for more than can be answered at once. */
export function idsOf(given: readonly string[]): readonly string[] {
  const ids = [...new Set(given)];
  if (ids.length > ANSWERS_AT_ONCE)
    throw cliFault('CLI_USAGE', {
      message: `At most ${ANSWERS_AT_ONCE} questions are answered at once; these are ${ids.length}.`,
    });
  return ids;
}

/** Looks each up: what is closed or not there stops none of the others. */
export async function lookUp(
  client: Pick<WorkspaceClient, 'questions'>,
  ids: readonly string[],
): Promise<Several> {
  const all = await Promise.all(ids.map((id) => oneOf(client, id)));
  return {
    open: all.flatMap((one) => ('error' in one ? [] : [one])),
    left: all.flatMap((one) => ('error' in one ? [one] : [])),
  };
}

async function oneOf(
  client: Pick<WorkspaceClient, 'questions'>,
  id: string,
): Promise<QuestionView | Left> {
  try {
    const question = await client.questions.get(id);
    if (question.status === 'open') return question;
    const message = `The question is closed: it is ${question.status}.`;
    return { id, question: null, error: { code: 'CLI_QUESTION', message } };
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
    return { id, question: null, error: { code: error.code, message: error.message } };
  }
}

/** Answers all that are open in one request, and says of each what became of it. */
export async function answerMany(
  powers: Powers,
  client: Pick<WorkspaceClient, 'questions'>,
  { open, left }: Several,
  about: { readonly answerFor: (question: QuestionView) => GivenAnswer; readonly json: boolean },
): Promise<ExitCode> {
  const answers = open.map((one) => ({ id: one.id, answer: about.answerFor(one) }));
  const given = answers.length === 0 ? [] : await client.questions.answerAll(answers);
  const all = [...given, ...left];
  if (about.json) powers.out(`${JSON.stringify(all, null, 2)}\n`);
  else terminalOf(powers).table(all.map(line), (cell) => cell);
  return all.every(({ error }) => error === null) ? EXIT.ok : EXIT.conflict;
}

function line({ id, question, error }: AnswerGiven): readonly string[] {
  return question === null
    ? [id, 'not answered', oneLine(error.message)]
    : [id, question.status, oneLine(question.sentence)];
}

import {
  type AnswerGiven,
  type QuestionRecord,
  type QuestionView,
  unreachable,
} from '@countersign/contract';
import type { z } from 'zod';
import { errorBody, failure, faultIn } from '../answer.ts';
import type { Membership } from '../caller.ts';
import type { Doors } from '../doors.ts';
import { httpFault } from '../errors.ts';
import { type Route, route } from '../route.ts';
import { idParams } from '../schemas/parameters.ts';
import {
  answerBody,
  answersBody,
  answersGiven,
  questionPage,
  questionsQuery,
  questionView,
} from '../schemas/questions.ts';
import { personFilter, visible } from '../visible.ts';

/** What waits for a person, and a person's answer. */
export function questionRoutes(doors: Doors): readonly Route[] {
  const questionOf = async (access: Membership, id: string): Promise<QuestionRecord> =>
    visible(
      access,
      await doors.reader.question(access.workspace, id),
      (question) => question.requestedBy,
    );

  return [
    route({
      name: 'GET /api/v1/workspaces/{ws}/questions',
      summary:
        'Questions by the time of asking: those of your own runs, or all of them for a responder. `status` may name several, with commas.',
      tag: 'questions',
      query: questionsQuery,
      answers: questionPage,
      handle: async ({ access, query }) => {
        const requestedBy = personFilter(access);
        const { limit, status, run, order, after } = query;
        const found = await doors.reader.questions(access.workspace, {
          // One more than is wanted tells whether there are more.
          limit: limit + 1,
          order,
          ...(status === undefined ? {} : { status }),
          ...(run === undefined ? {} : { run }),
          ...(after === undefined ? {} : { after }),
          ...(requestedBy === null ? {} : { requestedBy }),
        });
        const items = found.slice(0, limit);
        // A store that knew no such filter would show other people's questions: asked again here.
        const own = items.filter((one) => requestedBy === null || one.requestedBy === requestedBy);
        return {
          items: await viewed(doors, access, own),
          next: found.length > limit ? (items.at(-1)?.id ?? null) : null,
        };
      },
    }),
    route({
      name: 'GET /api/v1/workspaces/{ws}/questions/{id}',
      summary: 'One question, with the exact arguments it is about.',
      tag: 'questions',
      params: idParams,
      answers: questionView,
      handle: async ({ access, params }) => {
        return view(doors, access, await questionOf(access, params.id));
      },
    }),
    route({
      name: 'POST /api/v1/workspaces/{ws}/questions/{id}/answer',
      summary: 'Answer a question once, for exactly the call whose hash it names.',
      tag: 'questions',
      params: idParams,
      body: answerBody,
      answers: questionView,
      handle: async ({ access, params, body }) =>
        answer(doors, access, await questionOf(access, params.id), body),
    }),
    route({
      name: 'POST /api/v1/workspaces/{ws}/questions/answers',
      summary:
        'Answer up to 50 questions, each for exactly the call whose hash it names. Each counts by itself: the answer says what became of every one.',
      tag: 'questions',
      body: answersBody,
      answers: answersGiven,
      handle: async ({ access, body, request, requestId }) => {
        const report = (error: unknown) => doors.report(failure(request, requestId, error));
        const items: AnswerGiven[] = [];
        // One after the other: those of one run are told to it in the order in which they were given.
        for (const { id, answer: said } of body.answers) {
          try {
            const question = await answer(doors, access, await questionOf(access, id), said);
            items.push({ id, question, error: null });
          } catch (thrown) {
            const { code, message } = errorBody(faultIn(thrown, report)).error;
            items.push({ id, question: null, error: { code, message } });
          }
        }
        return { items };
      },
    }),
  ];
}

/** Questions as the caller sees them. Nobody is told why they could not answer what is closed. */
async function viewed(
  doors: Doors,
  { workspace, member }: Membership,
  questions: readonly QuestionRecord[],
): Promise<QuestionView[]> {
  const barred = await doors.checks.answering(workspace, member);
  return Promise.all(questions.map((question) => viewOf(doors, question, barred(question))));
}

async function view(
  doors: Doors,
  { workspace, member }: Membership,
  question: QuestionRecord,
): Promise<QuestionView> {
  const barred = await doors.checks.answering(workspace, member);
  return viewOf(doors, question, barred(question));
}

async function viewOf(
  doors: Doors,
  { supports = [], ...question }: QuestionRecord,
  barred: QuestionView['barred'],
): Promise<QuestionView> {
  const isOpen = question.status === 'open';
  const people = supports.map(({ by }) => by);
  const counting = isOpen ? await countingFor(doors, question)(people) : people;
  return {
    ...question,
    barred: isOpen ? barred : null,
    ...(supports.length === 0
      ? {}
      : { supports: supports.map((one) => ({ ...one, counts: counting.includes(one.by) })) }),
  };
}

/** Of people who said yes to a question, those who may answer it now: who has left, or lost the part, counts no more. */
function countingFor(
  { config, checks }: Doors,
  question: Pick<QuestionRecord, 'workspace' | 'action' | 'effect' | 'requestedBy'>,
): (people: readonly string[]) => Promise<readonly string[]> {
  return async (people) => {
    const may = await Promise.all(
      people.map(async (person) => {
        const member = await config.member(question.workspace, person);
        if (member === null) return false;
        return (await checks.answering(question.workspace, member))(question) === null;
      }),
    );
    return people.filter((_, at) => may[at] === true);
  };
}

const BARRED = { own: 'HTTP_SELF_APPROVAL', policy: 'HTTP_ANSWER_BARRED' } as const;

async function answer(
  doors: Doors,
  access: Membership,
  question: QuestionRecord,
  body: z.infer<typeof answerBody>,
): Promise<QuestionView> {
  const { workspace, caller, member } = access;
  const barred = (await doors.checks.answering(workspace, member))(question);
  if (barred !== null) throw httpFault(BARRED[barred]);
  // A permission outlives a key, and what was asked for is the person's to say: only who is there does either.
  const saysMore =
    body.kind === 'approve' && (body.remember !== undefined || body.more !== undefined);
  if (saysMore && caller.kind === 'key') throw httpFault('HTTP_SESSION_NEEDED');
  const counting = countingFor(doors, question);
  const result = await doors.runs.answer(workspace, question.id, body, caller.person, counting);
  switch (result.kind) {
    case 'answered':
    case 'supported':
      return view(doors, access, result.question);
    case 'said':
      throw httpFault('HTTP_ANSWER_SAID');
    case 'closed':
      throw httpFault('HTTP_QUESTION_CLOSED', { details: { status: result.question.status } });
    case 'mismatch':
      throw httpFault('HTTP_ANSWER_MISMATCH');
    default:
      return unreachable(result);
  }
}

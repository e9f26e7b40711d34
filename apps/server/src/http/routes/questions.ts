import { type QuestionRecord, unreachable } from '@countersign/contract';
import type { z } from 'zod';
import type { Membership } from '../caller.ts';
import type { Doors } from '../doors.ts';
import { httpFault } from '../errors.ts';
import { type Route, route } from '../route.ts';
import { idParams } from '../schemas/parameters.ts';
import { answerBody, questionPage, questionRecord, questionsQuery } from '../schemas/questions.ts';
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
        return {
          // A store that knew no such filter would show other people's questions: asked again here.
          items: items.filter((one) => requestedBy === null || one.requestedBy === requestedBy),
          next: found.length > limit ? (items.at(-1)?.id ?? null) : null,
        };
      },
    }),
    route({
      name: 'GET /api/v1/workspaces/{ws}/questions/{id}',
      summary: 'One question, with the exact arguments it is about.',
      tag: 'questions',
      params: idParams,
      answers: questionRecord,
      handle: ({ access, params }) => questionOf(access, params.id),
    }),
    route({
      name: 'POST /api/v1/workspaces/{ws}/questions/{id}/answer',
      summary: 'Answer a question once, for exactly the call whose hash it names.',
      tag: 'questions',
      params: idParams,
      body: answerBody,
      answers: questionRecord,
      handle: async ({ access, params, body }) =>
        answer(doors, access, await questionOf(access, params.id), body),
    }),
  ];
}

async function answer(
  doors: Doors,
  access: Membership,
  question: QuestionRecord,
  body: z.infer<typeof answerBody>,
): Promise<QuestionRecord> {
  const { workspace, caller } = access;
  if (question.requestedBy === caller.person && (await doors.checks.separation(workspace))) {
    throw httpFault('HTTP_SELF_APPROVAL');
  }
  const result = await doors.runs.answer(workspace, question.id, body, caller.person);
  switch (result.kind) {
    case 'answered':
      return result.question;
    case 'closed':
      throw httpFault('HTTP_QUESTION_CLOSED', { details: { status: result.question.status } });
    case 'mismatch':
      throw httpFault('HTTP_ANSWER_MISMATCH');
    default:
      return unreachable(result);
  }
}

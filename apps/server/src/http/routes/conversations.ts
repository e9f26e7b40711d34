import { z } from 'zod';
import type { Doors } from '../doors.ts';
import { type Route, route } from '../route.ts';
import { conversationPage, conversationView } from '../schemas/data.ts';
import { idParams, idText, limit } from '../schemas/parameters.ts';
import { personFilter, visible } from '../visible.ts';

/** Runs a conversation shows at most: the newest. */
const SHOWN_RUNS = 200;

/** Threads of runs between a person and an agent. */
export function conversationRoutes(doors: Doors): readonly Route[] {
  return [
    route({
      name: 'GET /api/v1/workspaces/{ws}/conversations',
      summary: 'Conversations, newest first: your own, or everybody’s for a responder.',
      tag: 'conversations',
      query: z.strictObject({ before: idText.optional(), limit: limit(200, 50) }),
      answers: conversationPage,
      handle: async ({ access, query }) => {
        const page = await doors.conversations.conversations(
          access.workspace,
          personFilter(access),
          {
            limit: query.limit,
            ...(query.before === undefined ? {} : { before: query.before }),
          },
        );
        return { items: [...page.items], next: page.next };
      },
    }),
    route({
      name: 'GET /api/v1/workspaces/{ws}/conversations/{id}',
      summary: 'A conversation with its runs, oldest first.',
      tag: 'conversations',
      params: idParams,
      answers: conversationView,
      handle: async ({ access, params }) => {
        const { workspace } = access;
        const conversation = visible(
          access,
          await doors.conversations.conversation(workspace, params.id),
          ({ person }) => person,
        );
        const { items } = await doors.reader.runs(workspace, {
          conversation: conversation.id,
          limit: SHOWN_RUNS,
        });
        return { conversation, runs: items.toReversed() };
      },
    }),
  ];
}

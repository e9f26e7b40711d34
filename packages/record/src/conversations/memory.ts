import {
  type ConversationSummary,
  type IdPowers,
  newId,
  type RecordReader,
} from '@countersign/contract';
import { cells } from '../config/cells.ts';
import { assertLimit } from '../config/limit.ts';
import { historyFrom } from './history.ts';
import type { ConversationStore } from './port.ts';
import { keptConversation, MAX_HISTORY, pageOf, placeOf } from './shape.ts';

/** Conversations in memory, for tests and trials; what was said is read from `reader`. */
export function createMemoryConversationStore(
  reader: Pick<RecordReader, 'runs' | 'entries'>,
  powers: IdPowers,
): ConversationStore {
  const conversations = cells<ConversationSummary>();
  return {
    async conversations(workspace, person, { before, limit }) {
      assertLimit(limit);
      const place = before === undefined ? null : placeOf(before);
      const wanted = conversations
        .all(workspace)
        .filter((one) => person === null || one.person === person)
        .filter((one) => place === null || newestFirst(place, one) < 0)
        .sort(newestFirst);
      return pageOf(wanted.slice(0, limit + 1), limit);
    },
    conversation: async (workspace, id) => conversations.get(workspace, id),
    async createConversation(workspace, draft) {
      const { agent, person, title } = keptConversation(draft);
      const now = powers.now();
      const id = newId('conversation', powers);
      const conversation = { id, agent, person, title, createdAt: now, updatedAt: now };
      conversations.set(workspace, id, conversation);
      return conversation;
    },
    async touch(workspace, id) {
      const found = conversations.get(workspace, id);
      if (found === null) return false;
      conversations.set(workspace, id, { ...found, updatedAt: powers.now() });
      return true;
    },
    async historyOf(workspace, conversation, limit) {
      assertLimit(limit, MAX_HISTORY);
      const { items } = await reader.runs(workspace, { conversation, status: 'ended', limit });
      const runs = await Promise.all(
        items.map(async ({ id, result }) => {
          const [first] = await reader.entries(workspace, id, -1, 1);
          return { started: first?.payload ?? null, result };
        }),
      );
      return historyFrom(runs, limit);
    },
  };
}

type Placed = Pick<ConversationSummary, 'updatedAt' | 'id'>;

function newestFirst(a: Placed, b: Placed): number {
  return b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
}

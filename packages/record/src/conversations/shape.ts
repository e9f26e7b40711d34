import type { ConversationSummary, Page } from '@countersign/contract';
import { storeFault } from '../config/errors.ts';
import { assertFits, storableText } from '../config/storable.ts';

/** What a conversation starts with. */
export type ConversationDraft = Pick<ConversationSummary, 'agent' | 'person' | 'title'>;

/** Most messages that a next run starts with. */
export const MAX_HISTORY = 200;

/** Where a page ended: conversations move when something happens in them, so the place is a time and an id. */
export interface Place {
  readonly updatedAt: number;
  readonly id: string;
}

/** Characters of a title that are kept: it is the beginning of what somebody wrote, and only shown. */
const SHOWN_TITLE = 200;

/** A conversation as it is kept. @throws faults of {@link assertFits} for ids that cannot be kept. */
export function keptConversation({ agent, person, title }: ConversationDraft): ConversationDraft {
  assertFits(agent, 100, "The agent's id");
  assertFits(person, 200, "The person's id");
  return { agent, person, title: storableText(title.slice(0, SHOWN_TITLE)) };
}

/** A page of `limit` conversations, of which one more was read to know whether there is a next page. */
export function pageOf(
  read: readonly ConversationSummary[],
  limit: number,
): Page<ConversationSummary> {
  const items = read.slice(0, limit);
  const last = items.at(-1);
  const more = read.length > limit && last !== undefined;
  return { items, next: more ? `${last.updatedAt}.${last.id}` : null };
}

/** The place that a page's `next` names. @throws fault `RECORD_CURSOR_UNKNOWN`. */
export function placeOf(before: string): Place {
  const match = /^([0-9]{1,15})\.([0-9a-z_]{1,64})$/.exec(before);
  if (match === null) throw storeFault('RECORD_CURSOR_UNKNOWN');
  return { updatedAt: Number(match[1]), id: match[2] ?? '' };
}

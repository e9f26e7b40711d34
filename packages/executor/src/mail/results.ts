import type { JsonObject } from '@countersign/contract';
import type { ConfigOf } from '../connection.ts';
import { partOfText } from '../text/part-of-text.ts';
import { cut } from '../text/visible-text.ts';
import type { IndexedMessage } from './folder/message-index.ts';
import type { MailPage, OpenMessage } from './mailbox.ts';
import type { Address } from './parse/addresses.ts';

/** A page of messages as an agent gets it. */
export function pageResult(page: MailPage, mailbox: ConfigOf<'mailbox'>): JsonObject {
  return {
    messages: page.messages.map(rowOf),
    total: page.total,
    next: page.next,
    incomplete: page.incomplete,
    mailbox: { owner: mailbox.owner, addresses: mailbox.addresses.slice(0, 100) },
  };
}

function rowOf({ id, head, bytes, folder }: IndexedMessage): JsonObject {
  return {
    id,
    from: head.from && addressOf(head.from),
    to: head.to.slice(0, 20).map(addressOf),
    subject: head.subject,
    date: dateOf(head.date),
    bytes,
    folder,
    problems: head.problems.slice(0, 20),
  };
}

/** A message as an agent gets it. */
export function messageResult(
  { place, message }: OpenMessage,
  wish: {
    readonly offset: number;
    readonly limit: number;
    readonly headers: boolean;
    readonly hidden: boolean;
  },
): JsonObject {
  return {
    id: place.id,
    from: message.from && addressOf(message.from),
    replyTo: message.replyTo.slice(0, 10).map(addressOf),
    to: message.to.slice(0, 50).map(addressOf),
    cc: message.cc.slice(0, 50).map(addressOf),
    subject: message.subject,
    date: dateOf(message.date),
    messageId: message.messageId,
    inReplyTo: message.inReplyTo,
    folder: place.folder,
    bytes: place.bytes,
    ...partOfText(message.text, wish.offset, wish.limit),
    textFrom: message.textFrom,
    links: message.links.map(({ text, url }) => ({ text: cut(text, 300), url: cut(url, 2_000) })),
    hidden: {
      characters: message.hidden.characters,
      ways: message.hidden.ways.slice(0, 20),
      ...(wish.hidden ? { text: message.hidden.text } : {}),
    },
    attachments: message.attachments.slice(0, 200).map((attachment) => ({
      ref: `mail:${place.id}/${attachment.number}`,
      name: attachment.name,
      mediaType: attachment.mediaType,
      bytes: attachment.bytes,
      inline: attachment.inline,
      ...(attachment.subject === null ? {} : { subject: attachment.subject }),
    })),
    ...(wish.headers
      ? { headers: message.headers.map(({ name, value }) => ({ name, value })) }
      : {}),
    problems: message.problems.slice(0, 40),
  };
}

/** ISO 8601, or null. Years beyond 9999 have another form and are no dates of mail. */
function dateOf(at: number | null): string | null {
  return at === null || Math.abs(at) > 253_402_300_799_999 ? null : new Date(at).toISOString();
}

function addressOf({ name, address }: Address): JsonObject {
  return { name, address };
}

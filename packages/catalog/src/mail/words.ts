import type { ResultRecords } from '@countersign/contract';
import { assigned, OUTSIDE } from '../result-label.ts';
import { flag, line, list, object, orNull, type Schema, text, whole } from '../schema.ts';

/** A message's id: a hash that we make, so that no path ever comes from a model. */
export function messageId(description: string): Schema {
  return text(40, description, { pattern: '^msg_[0-9a-f]{32}$' });
}

/** A person as a header names one. Both parts are whatever the sender typed. */
export const mailAddress = object({ name: text(300), address: text(330) }, ['name', 'address']);

/** One line of a list of messages. */
const messageRow = object(
  {
    id: messageId('Use this id to read or delete the message.'),
    from: orNull(mailAddress),
    to: list(mailAddress, 20),
    subject: text(1_000),
    date: orNull(text(40)),
    bytes: whole(0, 10_000_000_000),
    folder: text(300),
    problems: list(text(60), 20),
  },
  ['id', 'from', 'to', 'subject', 'date', 'bytes', 'folder', 'problems'],
);

/** Arguments of a page: how many, and after which message. */
export const paging = {
  limit: whole(1, 100, 'How many messages to give.', { default: 50 }),
  after: messageId('Give the messages after this one: the `next` of the page before.'),
} satisfies Readonly<Record<string, Schema>>;

/** A page of messages. */
export const messagePage = object(
  {
    messages: list(messageRow, 100),
    total: whole(0, 1_000_000),
    next: orNull(messageId('Pass it as `after` to get the next page; null at the end.')),
    incomplete: flag('True where the mailbox holds more than could be indexed.'),
    mailbox: object({ owner: line(320), addresses: list(line(320), 100) }, ['owner', 'addresses']),
  },
  ['messages', 'total', 'next', 'incomplete', 'mailbox'],
);

const ID_BECAUSE =
  'A SHA-256 that we compute over place and Message-ID; a sender cannot choose its value.';

/** Labels of a page. Subjects, names, dates and sizes stay untrusted: senders write them. */
export const messagePageLabels = {
  '/messages': OUTSIDE,
  '/messages/*/id': assigned('owner', ID_BECAUSE),
  '/next': assigned('owner', ID_BECAUSE),
  '/incomplete': OUTSIDE,
  '/total': OUTSIDE,
  '/mailbox': assigned('owner', 'The operator wrote it into the connection.'),
} as const;

/** Messages of a page, for later calls to refer to. Only the id is ours; people call a message by its subject, which its sender wrote. */
export const messageRecords: ResultRecords = {
  kind: 'message',
  at: '/messages/*',
  label: '/subject',
  fields: { '/id': 'id' },
};

/** Label of one message's own id. */
export const messageIdLabel = assigned('owner', ID_BECAUSE);

import type { ActionDescriptor } from '@countersign/contract';
import { object } from '../schema.ts';
import { messagePage, messagePageLabels, messageRecords, paging } from './words.ts';

/** A page of the mailbox, from headers alone. */
export const mailList: ActionDescriptor = {
  id: 'mail.list',
  title: 'List mail',
  description:
    'Lists the messages of the mailbox, newest first: id, sender, recipients, subject, date and size. Use mail_read for what a message says.',
  effect: 'read',
  repeat: 'safe',
  input: object(paging, []),
  output: messagePage,
  sinks: { '/limit': 'val', '/after': 'sel' },
  results: messagePageLabels,
  records: messageRecords,
  bounds: { maxInputBytes: 2_000, maxOutputBytes: 600_000, timeoutMs: 60_000, maxCallsPerRun: 200 },
  connection: 'mailbox',
  sentence: 'List the messages of the mailbox',
};

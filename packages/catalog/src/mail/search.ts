import type { ActionDescriptor } from '@countersign/contract';
import { line, object, type Schema, text } from '../schema.ts';
import { messagePage, messagePageLabels, messageRecords, paging } from './words.ts';

const day = (description: string): Schema =>
  text(25, description, { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:.]{5,12}Z)?$' });

/** Messages that hold some words, from headers and visible text. */
export const mailSearch: ActionDescriptor = {
  id: 'mail.search',
  title: 'Search mail',
  description:
    'Finds messages, newest first. All conditions that you give must hold. `text` looks into subject, sender, recipients and the visible text; upper and lower case are the same.',
  effect: 'read',
  repeat: 'safe',
  input: object(
    {
      text: line(200, 'Words that must stand in the message, together and in this order.'),
      from: line(200, 'Part of the sender’s name or address.'),
      to: line(200, 'Part of a recipient’s name or address.'),
      subject: line(200, 'Part of the subject.'),
      since: day('First day, such as 2026-03-01 (UTC).'),
      before: day('The day after the last, such as 2026-04-01 (UTC).'),
      ...paging,
    },
    [],
  ),
  output: messagePage,
  sinks: {
    '/text': 'sel',
    '/from': 'sel',
    '/to': 'sel',
    '/subject': 'sel',
    '/since': 'sel',
    '/before': 'sel',
    '/limit': 'val',
    '/after': 'sel',
  },
  results: messagePageLabels,
  records: messageRecords,
  bounds: {
    maxInputBytes: 4_000,
    maxOutputBytes: 600_000,
    timeoutMs: 120_000,
    maxCallsPerRun: 100,
  },
  connection: 'mailbox',
  sentence: 'Search the mailbox for {/text}',
};

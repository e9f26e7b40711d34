import type { ActionDescriptor } from '@countersign/contract';
import { OUTSIDE } from '../result-label.ts';
import { flag, list, object, oneOf, orNull, text, whole } from '../schema.ts';
import { mailAddress, messageId, messageIdLabel } from './words.ts';

const attachment = object(
  {
    ref: text(60, 'Use this ref with file_read.'),
    name: text(300),
    mediaType: text(200),
    bytes: whole(0, 10_000_000_000),
    inline: flag(),
    subject: text(1_000, 'For an attached message: its subject.'),
  },
  ['ref', 'name', 'mediaType', 'bytes', 'inline'],
);

/** One message as a person would see it: headers, visible text, names of what is attached. */
export const mailRead: ActionDescriptor = {
  id: 'mail.read',
  title: 'Read a mail',
  description:
    'Reads one message: headers, its text as a person would see it, links with their real targets, and a list of attachments. `hidden` counts characters that the message hides from people, which is a bad sign. Long text comes in parts: ask again with `offset`.',
  effect: 'read',
  repeat: 'safe',
  input: object(
    {
      id: messageId('Id of the message, from mail_list or mail_search.'),
      offset: whole(0, 10_000_000, 'First character of the text to give.', { default: 0 }),
      limit: whole(1, 50_000, 'Characters of text to give.', { default: 20_000 }),
      headers: flag('Give all header fields too.', { default: false }),
      hidden: flag('Give the text that the message hides from people too.', { default: false }),
    },
    ['id'],
  ),
  output: object(
    {
      id: messageId('The message.'),
      from: orNull(mailAddress),
      replyTo: list(mailAddress, 10),
      to: list(mailAddress, 50),
      cc: list(mailAddress, 50),
      subject: text(1_000),
      date: orNull(text(40)),
      messageId: text(1_000),
      inReplyTo: text(1_000),
      folder: text(300),
      bytes: whole(0, 10_000_000_000),
      text: text(50_000),
      textFrom: oneOf(['plain', 'html', 'none']),
      textLength: whole(0, 10_000_000),
      truncated: flag('True where there is more text after this part.'),
      links: list(
        object({ text: text(300), url: text(2_000) }, ['text', 'url']),
        100,
        'Links of an HTML message: what a person sees, and where it leads.',
      ),
      hidden: object(
        { characters: whole(0, 10_000_000), ways: list(text(40), 20), text: text(4_000) },
        ['characters', 'ways'],
        'Text that people do not see; it is given only where you ask for it.',
      ),
      attachments: list(attachment, 200),
      headers: list(object({ name: text(200), value: text(1_000) }, ['name', 'value']), 200),
      problems: list(text(60), 40, 'What was broken or odd in the message.'),
    },
    [
      'id',
      'from',
      'replyTo',
      'to',
      'cc',
      'subject',
      'date',
      'messageId',
      'inReplyTo',
      'folder',
      'bytes',
      'text',
      'textFrom',
      'textLength',
      'truncated',
      'links',
      'hidden',
      'attachments',
      'problems',
    ],
  ),
  sinks: { '/id': 'sel', '/offset': 'val', '/limit': 'val', '/headers': 'val', '/hidden': 'val' },
  results: {
    '/from': OUTSIDE,
    '/subject': OUTSIDE,
    '/date': OUTSIDE,
    '/text': OUTSIDE,
    '/attachments': OUTSIDE,
    '/id': messageIdLabel,
    '/attachments/*/ref': messageIdLabel,
  },
  refers: { '/id': 'message' },
  bounds: { maxInputBytes: 1_000, maxOutputBytes: 900_000, timeoutMs: 60_000, maxCallsPerRun: 500 },
  connection: 'mailbox',
  sentence: 'Read the message {/id}',
};

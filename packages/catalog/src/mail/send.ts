import type { ActionDescriptor } from '@countersign/contract';
import { assigned, OUTSIDE } from '../result-label.ts';
import { line, list, object, type Schema, text } from '../schema.ts';

const recipient = line(254, undefined, { format: 'email' });
const threadId = (description: string): Schema =>
  line(998, description, { pattern: '^<[^<>\\s]{1,990}>$' });

/** Hands one message to the connection's mail server. The sender's address is the operator's, never the model's. */
export const mailSend: ActionDescriptor = {
  id: 'mail.send',
  title: 'Send a mail',
  description:
    'Sends one plain text mail. The sender is fixed. To answer a message, give its messageId as inReplyTo.',
  effect: 'send',
  repeat: 'once',
  input: object(
    {
      to: list(recipient, 20, 'Addresses of the recipients.', { minItems: 1 }),
      cc: list(recipient, 20, 'Addresses that get a copy.'),
      subject: line(300, 'Subject, one line.'),
      text: text(100_000, 'The text of the mail.'),
      inReplyTo: threadId('messageId of the message that this one answers.'),
      references: list(threadId('messageId of an earlier message of the thread.'), 50),
    },
    ['to', 'subject', 'text'],
  ),
  output: object({ messageId: text(300), accepted: list(text(330), 40), response: text(1_000) }, [
    'messageId',
    'accepted',
    'response',
  ]),
  sinks: {
    '/to': 'dest',
    '/cc': 'dest',
    '/subject': 'content',
    '/text': 'content',
    '/inReplyTo': 'content',
    '/references': 'content',
  },
  results: {
    '/messageId': assigned('owner', 'We make it of the call’s id.'),
    '/response': OUTSIDE,
  },
  bounds: { maxInputBytes: 160_000, maxOutputBytes: 40_000, timeoutMs: 60_000, maxCallsPerRun: 50 },
  connection: 'smtp',
  sentence: 'Send a mail to {/to} with the subject {/subject}',
};

import type { ActionDescriptor } from '@countersign/contract';
import { fileOutput, fileResults, part } from '../file-words.ts';
import { object, text } from '../schema.ts';
import { messageIdLabel } from './words.ts';

/**
 * What an attachment says, where it is text. An action of its own beside `file.read`, so that each
 * action has one kind of connection and a reference cannot reach into a mailbox the agent was not given.
 */
export const mailAttachment: ActionDescriptor = {
  id: 'mail.attachment',
  title: 'Read an attachment',
  description:
    'Reads one attachment of a message, by the `ref` that mail_read gives. Text, HTML and attached messages are given as text; anything else as name, type, size and SHA-256 only.',
  effect: 'read',
  repeat: 'safe',
  input: object(
    {
      ref: text(60, 'The attachment’s ref, such as mail:msg_…/1.', {
        pattern: '^mail:msg_[0-9a-f]{32}/[0-9]{1,4}$',
      }),
      ...part,
    },
    ['ref'],
  ),
  output: fileOutput,
  sinks: { '/ref': 'sel', '/offset': 'val', '/limit': 'val' },
  results: { ...fileResults, '/ref': messageIdLabel },
  bounds: { maxInputBytes: 1_000, maxOutputBytes: 400_000, timeoutMs: 60_000, maxCallsPerRun: 500 },
  connection: 'mailbox',
  sentence: 'Read the attachment {/ref}',
};

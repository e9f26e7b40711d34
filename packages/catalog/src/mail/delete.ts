import type { ActionDescriptor } from '@countersign/contract';
import { assigned } from '../result-label.ts';
import { flag, object } from '../schema.ts';
import { messageId, messageIdLabel } from './words.ts';

/** Moves one message to the mailbox's trash. A person can bring it back, but may not notice that it went: hence `destroy`. */
export const mailDelete: ActionDescriptor = {
  id: 'mail.delete',
  title: 'Delete a mail',
  description: 'Moves one message to the trash. Deleting it again changes nothing.',
  effect: 'destroy',
  repeat: 'safe',
  input: object({ id: messageId('Id of the message, from mail_list or mail_search.') }, ['id']),
  output: object({ id: messageId('The message.'), deleted: flag() }, ['id', 'deleted']),
  sinks: { '/id': 'sel' },
  results: {
    '/id': messageIdLabel,
    '/deleted': assigned('owner', 'We say it; it is always true where the call succeeds.'),
  },
  refers: { '/id': 'message' },
  bounds: { maxInputBytes: 1_000, maxOutputBytes: 1_000, timeoutMs: 30_000, maxCallsPerRun: 100 },
  connection: 'mailbox',
  sentence: 'Delete the message {/id}',
};

import type { ActionDescriptor } from '@countersign/contract';
import { assigned, OUTSIDE } from './result-label.ts';
import { flag, list, object, oneOf, text, whole } from './schema.ts';

/**
 * What an uploaded or attached file says, where it is text. The mailbox that `mail:` refs are looked up in
 * is the one the agent's version binds to this tool; a tool without one reads uploads only.
 */
export const fileRead: ActionDescriptor = {
  id: 'file.read',
  title: 'Read a file',
  description:
    'Reads a file by its ref: an uploaded file (obj_…) or an attachment of a message (mail:…). Text, HTML and attached messages are given as text; anything else as name, type, size and SHA-256 only. Long text comes in parts: ask again with `offset`.',
  effect: 'read',
  repeat: 'safe',
  input: object(
    {
      ref: text(60, 'Ref of the file, such as obj_… or mail:msg_…/1.', {
        pattern: '^(obj_[0-9a-z]{1,40}|mail:msg_[0-9a-f]{32}/[0-9]{1,4})$',
      }),
      offset: whole(0, 100_000_000, 'First character of the text to give.', { default: 0 }),
      limit: whole(1, 50_000, 'Characters of text to give.', { default: 20_000 }),
    },
    ['ref'],
  ),
  output: object(
    {
      ref: text(60),
      name: text(300),
      mediaType: text(200),
      bytes: whole(0, 10_000_000_000),
      sha256: text(64),
      kind: oneOf(['text', 'binary']),
      text: text(50_000),
      textLength: whole(0, 100_000_000),
      truncated: flag('True where there is more text after this part.'),
      problems: list(text(60), 20),
    },
    [
      'ref',
      'name',
      'mediaType',
      'bytes',
      'sha256',
      'kind',
      'text',
      'textLength',
      'truncated',
      'problems',
    ],
  ),
  sinks: { '/ref': 'sel', '/offset': 'val', '/limit': 'val' },
  results: {
    '/name': OUTSIDE,
    '/mediaType': OUTSIDE,
    '/text': OUTSIDE,
    '/ref': assigned('owner', 'We make the ids that a ref is built of.'),
  },
  bounds: { maxInputBytes: 1_000, maxOutputBytes: 400_000, timeoutMs: 60_000, maxCallsPerRun: 500 },
  connection: null,
  sentence: 'Read the file {/ref}',
};

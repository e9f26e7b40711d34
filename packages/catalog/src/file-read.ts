import type { ActionDescriptor } from '@countersign/contract';
import { fileOutput, fileResults, part } from './file-words.ts';
import { assigned } from './result-label.ts';
import { object, text } from './schema.ts';

/** What an uploaded file says, where it is text. It keeps the label it was uploaded with. */
export const fileRead: ActionDescriptor = {
  id: 'file.read',
  title: 'Read a file',
  description:
    'Reads a file of the workspace, by its id. Text and HTML are given as text; anything else as name, type, size and SHA-256 only. Long text comes in parts: ask again with `offset`.',
  effect: 'read',
  repeat: 'safe',
  input: object(
    {
      ref: text(60, 'Id of the file, such as obj_….', { pattern: '^obj_[0-9a-z]{1,40}$' }),
      ...part,
    },
    ['ref'],
  ),
  output: fileOutput,
  sinks: { '/ref': 'sel', '/offset': 'val', '/limit': 'val' },
  results: {
    ...fileResults,
    '/ref': assigned('owner', 'The id that the file was stored under is made by us.'),
  },
  bounds: { maxInputBytes: 1_000, maxOutputBytes: 400_000, timeoutMs: 30_000, maxCallsPerRun: 500 },
  connection: null,
  sentence: 'Read the file {/ref}',
};

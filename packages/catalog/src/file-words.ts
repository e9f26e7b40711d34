import { OUTSIDE } from './result-label.ts';
import { flag, list, object, oneOf, type Schema, text, whole } from './schema.ts';

/** Which part of a long text to give. */
export const part = {
  offset: whole(0, 100_000_000, 'First character of the text to give.', { default: 0 }),
  limit: whole(1, 50_000, 'Characters of text to give.', { default: 20_000 }),
} satisfies Readonly<Record<string, Schema>>;

/** A file as an agent gets it. */
export const fileOutput = object(
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
);

/** A file's name and text are whatever was put into it. */
export const fileResults = { '/name': OUTSIDE, '/mediaType': OUTSIDE, '/text': OUTSIDE } as const;

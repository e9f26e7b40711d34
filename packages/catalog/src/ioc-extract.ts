import type { ActionDescriptor } from '@countersign/contract';
import { OUTSIDE } from './result-label.ts';
import { flag, list, object, oneOf, text, whole } from './schema.ts';

/** Kinds of indicators. */
const KINDS = ['url', 'domain', 'ipv4', 'ipv6', 'email', 'md5', 'sha1', 'sha256', 'cve'] as const;

/** Finds indicators in a text. Computes only: nothing leaves, nothing is kept. */
export const iocExtract: ActionDescriptor = {
  id: 'ioc.extract',
  title: 'Extract indicators',
  description:
    'Finds URLs, domains, IP and e-mail addresses, MD5, SHA-1 and SHA-256 hashes and CVE numbers in a text, also defanged ones (hxxp://, [.], (at)). Each is given once, in normal form, with where it first stands and how often.',
  effect: 'read',
  repeat: 'safe',
  input: object(
    {
      text: text(200_000, 'The text to look through.'),
      kinds: list(oneOf(KINDS), 9, 'Only these kinds; all where absent.'),
    },
    ['text'],
  ),
  output: object(
    {
      indicators: list(
        object(
          {
            kind: oneOf(KINDS),
            value: text(2_000),
            at: whole(0, 200_000),
            count: whole(1, 200_000),
            defanged: flag(),
          },
          ['kind', 'value', 'at', 'count', 'defanged'],
        ),
        500,
      ),
      truncated: flag('True where there were more than 500.'),
    },
    ['indicators', 'truncated'],
  ),
  sinks: { '/text': 'content', '/kinds': 'val' },
  results: { '/indicators': OUTSIDE },
  bounds: {
    maxInputBytes: 850_000,
    maxOutputBytes: 600_000,
    timeoutMs: 10_000,
    maxCallsPerRun: 500,
  },
  connection: null,
  sentence: 'Extract indicators from a text',
};

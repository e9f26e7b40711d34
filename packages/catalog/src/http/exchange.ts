import { line, map, object, oneOf, type Schema, text, whole } from '../schema.ts';

/** What others do is not known, so they are not offered. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Only looking may be done again by itself: what a write does twice is the other side's secret. */
export const REPEAT_BY_METHOD = {
  by: '/method',
  of: { GET: 'safe', HEAD: 'safe' },
  otherwise: 'once',
} as const;

/**
 * The arguments that both HTTP actions share. Headers are an allow-list, since one such as
 * `x-http-method-override` would turn a look into a deletion after the effect was decided.
 */
export const exchangeInput = {
  // Required: the effect hangs on it, and an absent one would have the worst.
  method: oneOf(METHODS, 'What to do. GET and HEAD only look.'),
  query: map(
    text(2_000),
    line(100),
    40,
    'Query parameters by name; they are encoded for you. Put them here, not into the address.',
  ),
  headers: map(
    line(1_000),
    line(60, undefined, {
      pattern:
        '^(accept|accept-language|if-match|if-none-match|if-modified-since|prefer|[a-z0-9-]{1,40}-version)$',
    }),
    12,
    'Request headers, names in lower case. Credentials are added for you and cannot be set here.',
  ),
  body: text(200_000, 'The exact text to send, for example JSON. Not with GET or HEAD.'),
  contentType: line(100, 'Media type of the body.', { default: 'application/json' }),
} satisfies Readonly<Record<string, Schema>>;

/** What both HTTP actions answer. Exactly one of `json`, `text` and `binary` stands for a body that is not empty. */
export const exchangeOutput: Schema = object(
  {
    status: whole(100, 599),
    url: text(4_000),
    headers: map(text(2_000), text(100), 40),
    contentType: text(200),
    bytes: whole(0, 100_000_000),
    json: {},
    text: text(1_000_000),
    binary: object({ sha256: text(64) }, ['sha256']),
    dropped: text(200),
  },
  ['status', 'url', 'headers', 'contentType', 'bytes'],
);

/** A reply above the limit is an error; the figure leaves room for the JSON around it. */
export const exchangeBounds = {
  maxInputBytes: 260_000,
  maxOutputBytes: 1_200_000,
  timeoutMs: 30_000,
  maxCallsPerRun: 200,
} as const;

import { type Refused, refused } from './outcome.ts';

/** Names a caller never sets: they decide where a message goes, where it ends, or who sent it. */
const FORBIDDEN: ReadonlySet<string> = new Set([
  'accept-encoding',
  'authorization',
  'connection',
  'content-length',
  'cookie',
  'cookie2',
  'expect',
  'forwarded',
  'host',
  'http2-settings',
  'keep-alive',
  'max-forwards',
  'metadata',
  'metadata-flavor',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'true-client-ip',
  'upgrade',
  'via',
  'x-client-ip',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
  'x-original-url',
  'x-real-ip',
  'x-rewrite-url',
]);

const FORBIDDEN_FAMILIES = ['proxy-', 'sec-', 'x-forwarded-', 'x-aws-ec2-'] as const;

/** A header's name is a token, its value visible text (RFC 9110 section 5). */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/;
const VALUE = /^(?:[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?$/;

/** What follows a redirect out of the place the caller named. The rest could be somebody's secret. */
const TRAVELS: ReadonlySet<string> = new Set(['accept', 'accept-language', 'user-agent']);

/** The headers a caller may send, by lower-case name. The input is attacker-controlled. */
export function callerHeaders(
  given: Readonly<Record<string, string>>,
  rules: {
    readonly forbidden: 'refuse' | 'drop';
    /** Lower-case names that the broker sets itself for this connection. */
    readonly reserved: readonly string[];
    readonly maxCount: number;
    readonly maxBytes: number;
  },
): { readonly kind: 'headers'; readonly headers: Readonly<Record<string, string>> } | Refused {
  const headers: Record<string, string> = Object.create(null);
  let [count, bytes] = [0, 0];
  for (const [spelled, value] of Object.entries(given)) {
    const name = spelled.toLowerCase();
    if (!NAME.test(name) || !VALUE.test(value)) return refused('HEADER_INVALID');
    count += 1;
    bytes += name.length + value.length;
    if (count > rules.maxCount || bytes > rules.maxBytes) return refused('HEADER_INVALID', 'size');
    if (!isForbidden(name) && !rules.reserved.includes(name)) {
      if (name in headers) return refused('HEADER_INVALID', 'named twice');
      headers[name] = value;
    } else if (rules.forbidden === 'refuse') return refused('HEADER', ruleFor(name));
  }
  return { kind: 'headers', headers };
}

/** What is left of the headers once a redirect leaves the host the caller named. */
export function travellingHeaders(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => TRAVELS.has(name)));
}

function isForbidden(name: string): boolean {
  return FORBIDDEN.has(name) || familyOf(name) !== undefined;
}

function familyOf(name: string): string | undefined {
  return FORBIDDEN_FAMILIES.find((family) => name.startsWith(family));
}

/** In our words, not in the caller's. */
function ruleFor(name: string): string {
  const family = familyOf(name);
  return family === undefined ? name : `${family}*`;
}

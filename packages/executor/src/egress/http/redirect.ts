import { type Binding, outside } from '../binding.ts';
import { type Refused, refused } from '../outcome.ts';
import { travellingHeaders } from '../request-headers.ts';
import { originOf, readTarget, type Target, targetOf, urlOf } from '../target.ts';

/** One request of an exchange that may be redirected. */
export interface Hop {
  readonly target: Target;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
  /** The connection this hop is within. Null without one, and for ever after a redirect led out of it. */
  readonly binding: Binding | null;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Where an answer leads: null where it is the answer, else the next hop or the rule against it. Methods change as
 * in the Fetch standard (section 4.4). Whoever leads out of a binding or an origin gets no credential, no
 * body and none of the caller's own headers, and cannot lead back in.
 */
export function redirectOf(
  hop: Hop,
  status: number,
  location: string | string[] | undefined,
  maxUrlLength: number,
): Hop | Refused | null {
  if (!REDIRECTS.has(status) || location === undefined) return null;
  const target = locate(hop.target, location, maxUrlLength);
  if ('kind' in target) return target;
  if (hop.target.protocol === 'https:' && target.protocol === 'http:')
    return refused('REDIRECT_DOWNGRADE');
  return follow(hop, target, status);
}

function follow(hop: Hop, target: Target, status: number): Hop | Refused {
  const becomesGet =
    (status === 303 && hop.method !== 'HEAD') ||
    ((status === 301 || status === 302) && hop.method === 'POST');
  const method = becomesGet ? 'GET' : hop.method;
  const body = becomesGet ? null : hop.body;
  const headers = becomesGet ? withoutContent(hop.headers) : hop.headers;

  const inside = hop.binding !== null && outside(hop.binding, target, method) === null;
  const sameOrigin = originOf(target) === originOf(hop.target);
  if (inside || (hop.binding === null && sameOrigin))
    return { target, method, headers, body, binding: hop.binding };
  if (body !== null) return refused('REDIRECT_BODY');
  if (method !== 'GET' && method !== 'HEAD') return refused('REDIRECT_METHOD');
  return { target, method, headers: travellingHeaders(headers), body: null, binding: null };
}

/** Reads a `Location`, which an outsider wrote, against the URL it came from. */
function locate(from: Target, location: string | string[], maxLength: number): Target | Refused {
  if (typeof location !== 'string') return refused('REDIRECT_INVALID', 'several locations');
  // Printable ASCII is all a URL is made of on the wire; what else stands there is read differently by others.
  if (!/^[\x21-\x7e]+$/.test(location) || location.includes('\\') || location.length > maxLength)
    return refused('REDIRECT_INVALID');
  const base = urlOf(from);
  if (!URL.canParse(location, base)) return refused('REDIRECT_INVALID');
  const target = targetOf(new URL(location, base));
  return 'kind' in target ? target : readTarget(urlOf(target), maxLength);
}

function withoutContent(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.startsWith('content-')),
  );
}

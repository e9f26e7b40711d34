import { type Binding, outside } from '../binding.ts';
import type { EgressLimits } from '../limits.ts';
import { type Refused, refused } from '../outcome.ts';
import { callerHeaders } from '../request-headers.ts';
import { originOf, readTarget, type Target } from '../target.ts';
import type { Hop } from './redirect.ts';

/** What a credential adds to a request, and what must never come back. */
export interface Credential {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** See `needlesOf`. */
  readonly needles: readonly Uint8Array[];
}

/** One exchange, as asked for. All of it but the binding and the credential is attacker-controlled. */
export interface EgressCall {
  readonly method: string;
  /** Absolute URL, or with a binding a path below its base. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
  readonly maxResponseBytes: number;
  readonly timeoutMs: number;
  /** With `false` an answer that leads elsewhere is the answer. */
  readonly followsRedirects?: boolean | undefined;
  /** Null dials a public address without a credential. */
  readonly binding: Binding | null;
  readonly credential: Credential | null;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const WEB_PORTS = [80, 443];

/** The first request of an exchange, or the rule against it. Pure: nothing is resolved or dialled. */
export function firstHop(call: EgressCall, limits: EgressLimits): Hop | Refused {
  const { method, body, binding } = call;
  if (!METHODS.includes(method)) return refused('METHOD', `one of ${METHODS.join(', ')}`);
  if (body !== null && body.length > 0 && (method === 'GET' || method === 'HEAD'))
    return refused('BODY');
  if (body !== null && body.length > limits.maxRequestBytes) return refused('BODY_TOO_LARGE');

  const target = readTarget(absolute(call.url, binding), limits.maxUrlLength);
  if ('kind' in target) return target;
  const against = binding === null ? offLimits(target) : outside(binding, target, method);
  if (against !== null) return against;

  const headers = callerHeaders(call.headers, {
    forbidden: binding?.forbiddenHeaders ?? 'refuse',
    reserved: Object.keys(call.credential?.headers ?? {}),
    maxCount: limits.maxRequestHeaders,
    maxBytes: limits.maxRequestHeaderBytes,
  });
  if (headers.kind === 'refused') return headers;
  return {
    target,
    method,
    headers: headers.headers,
    body: body?.length === 0 ? null : body,
    binding,
  };
}

/** Why a place outside every binding may not be dialled. Its name and addresses are judged when it is. */
export function offLimits(target: Target): Refused | null {
  return WEB_PORTS.includes(target.port) ? null : refused('PORT', '80 and 443 only');
}

/** A path below the base of a binding, or the URL as it is. */
function absolute(url: string, binding: Binding | null): string {
  if (binding === null || !url.startsWith('/') || url.startsWith('//')) return url;
  return originOf(binding) + binding.basePath + url;
}

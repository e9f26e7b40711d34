import type { IncomingHttpHeaders } from 'node:http';
import { maskText } from '../mask/mask.ts';

/** About the connection or the packing, which end here; and cookies, which are credentials and are kept by nobody. */
const ENDS_HERE: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'set-cookie',
  'set-cookie2',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The headers of an answer that go on to the caller, masked. An outsider wrote them. */
export function answerHeaders(
  headers: IncomingHttpHeaders,
  needles: readonly Uint8Array[],
): Readonly<Record<string, string>> {
  const kept = Object.entries(headers)
    .filter(([name]) => !ENDS_HERE.has(name))
    .map(([name, value]) => [name, maskText([value].flat().join(', '), needles)]);
  return Object.fromEntries(kept);
}

import { isIPv4, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
import ipaddr from 'ipaddr.js';
import tlds from 'tlds' with { type: 'json' };

/** Names for documents, tests and networks of their own (RFC 2606, 6761, 7686), which are in no list of the root. */
const SPECIAL = ['example', 'test', 'invalid', 'onion', 'local'];

const TOP_LEVEL: ReadonlySet<string> = new Set([
  ...tlds.map((tld) => domainToASCII(tld)),
  ...SPECIAL,
]);

/** Endings that are a top-level domain and much more often a kind of file. Those of busy countries are not here. */
const FILE_ENDINGS: ReadonlySet<string> = new Set(['zip', 'mov', 'md', 'py', 'sh', 'ps']);

/** A domain in normal form (lower case, Punycode), or null for what is none. */
export function domainOf(text: string): string | null {
  const trimmed = text.replace(/^[._-]+|[._-]+$/g, '');
  if (trimmed.length > 253 || !trimmed.includes('.')) return null;
  const domain = domainToASCII(trimmed).toLowerCase();
  const labels = domain.split('.');
  const top = labels.at(-1) ?? '';
  const wellFormed = labels.every((label) =>
    /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label),
  );
  return wellFormed && TOP_LEVEL.has(top) ? domain : null;
}

/** Whether a bare name is more likely a file than a domain: `report.zip`, `setup.sh`. */
export function looksLikeFile(domain: string): boolean {
  const labels = domain.split('.');
  return labels.length === 2 && FILE_ENDINGS.has(labels.at(-1) ?? '');
}

/** An IPv4 address without leading zeros, which programs read differently. */
export function ipv4Of(text: string): string | null {
  return isIPv4(text) ? text : null;
}

/** An IPv6 address in normal form. `a::b` in source code is none: it takes three groups or a long first one. */
export function ipv6Of(text: string): string | null {
  if (!isIPv6(text)) return null;
  const groups = text.split(/[:.]/).filter((group) => group !== '');
  return groups.length >= 3 || (groups[0] ?? '').length >= 3 ? ipaddr.parse(text).toString() : null;
}

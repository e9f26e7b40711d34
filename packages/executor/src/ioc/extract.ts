import { domainOf, ipv4Of, ipv6Of, looksLikeFile } from './host.ts';
import { refang } from './refang.ts';

/** Kinds of indicators. */
export const IOC_KINDS = [
  'url',
  'domain',
  'ipv4',
  'ipv6',
  'email',
  'md5',
  'sha1',
  'sha256',
  'cve',
] as const;
export type IocKind = (typeof IOC_KINDS)[number];

/** One indicator, with where it first stands in the text and how often. */
export interface Indicator {
  readonly kind: IocKind;
  readonly value: string;
  readonly at: number;
  readonly count: number;
  /** Whether any of its places was defanged. */
  readonly defanged: boolean;
}

/**
 * Finds indicators, also defanged ones, in the order of their first place. A URL's host is one of its
 * own; an address's domain is not. Linear in the text.
 */
export function extractIndicators(
  original: string,
  kinds: readonly IocKind[] = IOC_KINDS,
): readonly Indicator[] {
  const plain = refang(original);
  const found = new Map<string, Indicator>();
  const taken: Span[] = [];
  const add: Add = (kind, value, start, end) => {
    const at = plain.originOf(start);
    const defanged = original.slice(at, plain.originOf(end)) !== plain.text.slice(start, end);
    const key = `${kind} ${value}`;
    const old = found.get(key);
    found.set(key, {
      kind,
      value,
      at: Math.min(old?.at ?? at, at),
      count: (old?.count ?? 0) + 1,
      defanged: (old?.defanged ?? false) || defanged,
    });
  };
  urls(plain.text, add, taken);
  emails(plain.text, add, taken);
  names(plain.text, add, taken, (start, end) => {
    const at = plain.originOf(start);
    return original.slice(at, plain.originOf(end)) !== plain.text.slice(start, end);
  });
  addresses6(plain.text, add, taken);
  hashes(plain.text, add);
  const wanted = new Set(kinds);
  return [...found.values()].filter(({ kind }) => wanted.has(kind)).sort((a, b) => a.at - b.at);
}

type Add = (kind: IocKind, value: string, start: number, end: number) => void;

interface Span {
  readonly start: number;
  readonly end: number;
}

const URL_FORM = /(?<![a-z0-9])(?:https?|ftps?):\/\/[^\s<>"`{}|\\^]{1,2000}/gi;

function urls(text: string, add: Add, taken: Span[]): void {
  for (const match of text.matchAll(URL_FORM)) {
    const written = withoutPunctuation(match[0]);
    if (!URL.canParse(written)) continue;
    const end = match.index + written.length;
    taken.push({ start: match.index, end });
    const url = new URL(written);
    const rest = /^[^:]*:\/\/[^/?#]*(.*)$/s.exec(written)?.[1] ?? '';
    const user = url.username === '' ? '' : `${url.username}@`;
    add('url', `${url.protocol}//${user}${url.host}${rest}`, match.index, end);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // Written in another form (Punycode) it is not found; then it stands after the scheme.
    const inside = written.toLowerCase().indexOf(host, url.protocol.length);
    const start = match.index + (inside < 0 ? url.protocol.length + 2 : inside);
    const hostEnd = Math.min(end, start + host.length);
    const v6 = ipv6Of(host);
    const v4 = ipv4Of(host);
    const domain = domainOf(host);
    if (v4) add('ipv4', v4, start, hostEnd);
    else if (v6) add('ipv6', v6, start, hostEnd);
    else if (domain) add('domain', domain, start, hostEnd);
  }
}

/** Sentences end after links, and links stand in brackets: a bracket that was not opened in the link is not its own. */
function withoutPunctuation(text: string): string {
  const open = { ')': count(text, '('), ']': count(text, '[') };
  const closed = { ')': count(text, ')'), ']': count(text, ']') };
  let end = text.length;
  for (;;) {
    const last = text.charAt(end - 1);
    if (last === ')' || last === ']') {
      if (closed[last] <= open[last]) return text.slice(0, end);
      closed[last]--;
    } else if (!/[.,;:!?'*_~]/.test(last)) return text.slice(0, end);
    end--;
  }
}

function count(text: string, char: string): number {
  return text.split(char).length - 1;
}

const LOCAL_PART = /[a-z0-9.!#$%&'*+/=?^_`{|}~-]/i;
const DOMAIN_AT = /[\p{L}\p{N}][\p{L}\p{N}.-]{2,252}/uy;

function emails(text: string, add: Add, taken: Span[]): void {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let start = at;
    while (start > 0 && at - start < 64 && LOCAL_PART.test(text.charAt(start - 1))) start--;
    DOMAIN_AT.lastIndex = at + 1;
    const match = DOMAIN_AT.exec(text);
    const local = text.slice(start, at).replace(/^[.'/=]+/, '');
    const domain = match && domainOf(match[0]);
    if (local === '' || !match || !domain) continue;
    const span = { start: at - local.length, end: at + 1 + match[0].length };
    if (isTaken(taken, span.start)) continue;
    taken.push(span);
    add('email', `${local}@${domain}`.toLowerCase(), span.start, span.end);
  }
}

const NAME = /(?<![\p{L}\p{N}_@.-])[\p{L}\p{N}_][\p{L}\p{N}._-]{2,300}/gu;

/** Bare domains and IPv4 addresses outside URLs and e-mail addresses. */
function names(
  text: string,
  add: Add,
  taken: Span[],
  isDefanged: (start: number, end: number) => boolean,
): void {
  const spans = [...taken].sort((a, b) => a.start - b.start);
  let next = 0;
  for (const match of text.matchAll(NAME)) {
    const start = match.index;
    while ((spans[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next++;
    if ((spans[next]?.start ?? Number.POSITIVE_INFINITY) <= start) continue;
    const name = match[0].replace(/[._-]+$/, '');
    const end = start + name.length;
    const v4 = ipv4Of(name);
    if (v4) add('ipv4', v4, start, end);
    else {
      const domain = domainOf(name);
      if (domain && (!looksLikeFile(domain) || isDefanged(start, end)))
        add('domain', domain, start, end);
    }
  }
}

function isTaken(taken: readonly Span[], at: number): boolean {
  // Spans are added in order; the last one that begins before `at` is the only one that can hold it.
  let low = 0;
  let high = taken.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const span = taken[middle];
    if (!span || span.start > at) high = middle - 1;
    else if (span.end > at) return true;
    else low = middle + 1;
  }
  return false;
}

const V6 = /(?<![\p{L}\p{N}_:.])[0-9a-f:]{3,39}(?:\.\d{1,3}){0,3}(?![\p{L}\p{N}_:])/giu;

function addresses6(text: string, add: Add, taken: readonly Span[]): void {
  const spans = [...taken].sort((a, b) => a.start - b.start);
  for (const match of text.matchAll(V6)) {
    if (!match[0].includes(':') || isTaken(spans, match.index)) continue;
    const value = ipv6Of(match[0]);
    if (value) add('ipv6', value, match.index, match.index + match[0].length);
  }
}

const HASH = /(?<![0-9a-z])[0-9a-f]{32,64}(?![0-9a-z])/gi;
const HASH_KIND: Readonly<Record<number, IocKind>> = { 32: 'md5', 40: 'sha1', 64: 'sha256' };
const CVE = /(?<![0-9a-z])cve-\d{4}-\d{4,7}(?!\d)/gi;

function hashes(text: string, add: Add): void {
  for (const match of text.matchAll(HASH)) {
    const kind = HASH_KIND[match[0].length];
    if (kind) add(kind, match[0].toLowerCase(), match.index, match.index + match[0].length);
  }
  for (const match of text.matchAll(CVE))
    add('cve', match[0].toUpperCase(), match.index, match.index + match[0].length);
}

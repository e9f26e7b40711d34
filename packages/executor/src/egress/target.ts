import { isIP } from 'node:net';
import { isHostName } from './dial/host-name.ts';
import { type Refused, refused } from './outcome.ts';

/** Where a request goes: read once, and everything after uses this and never the text again. */
export interface Target {
  readonly protocol: 'http:' | 'https:';
  /** Host name in lower-case ASCII without a root dot, or an address without brackets. */
  readonly host: string;
  readonly port: number;
  /** Normalised path, beginning with a slash. */
  readonly path: string;
  /** `?query`, or an empty text. */
  readonly query: string;
}

const DEFAULT_PORTS = { 'http:': 80, 'https:': 443 } as const;

// Tab, line feed and carriage return vanish in a WHATWG parse, so that the text a person saw and the
// host that is dialled could differ; other control characters and spaces at the ends likewise.
const HIDDEN = /\p{Cc}|^\s|\s$/u;

/** Reads an absolute URL with the one parser there is (WHATWG). The text is attacker-controlled. */
export function readTarget(text: string, maxLength: number): Target | Refused {
  if (text.length > maxLength) return refused('URL_TOO_LONG', `${maxLength} characters at most`);
  if (HIDDEN.test(text)) return refused('URL_INVALID', 'control characters');
  // A backslash is a slash to this parser and a letter to others.
  if (/^[^?#]*\\/.test(text)) return refused('URL_INVALID', 'backslash');
  if (!URL.canParse(text)) return refused('URL_INVALID');
  return targetOf(new URL(text));
}

/** The same for a URL that is already read. */
export function targetOf(url: URL): Target | Refused {
  const { protocol } = url;
  if (protocol !== 'http:' && protocol !== 'https:') return refused('SCHEME');
  if (url.username !== '' || url.password !== '') return refused('USERINFO');
  const host = hostOf(url.hostname);
  if (host === null) return refused('HOST_NAME');
  const port = url.port === '' ? DEFAULT_PORTS[protocol] : Number(url.port);
  return { protocol, host, port, path: url.pathname, query: url.search };
}

/** `scheme://host:port` without the scheme's own port: what a client calls the origin. */
export function originOf(target: Pick<Target, 'protocol' | 'host' | 'port'>): string {
  const host = target.host.includes(':') ? `[${target.host}]` : target.host;
  const own = DEFAULT_PORTS[target.protocol] === target.port;
  return `${target.protocol}//${host}${own ? '' : `:${target.port}`}`;
}

/** The target as a URL without fragment. */
export function urlOf(target: Target): string {
  return `${originOf(target)}${target.path}${target.query}`;
}

function hostOf(hostname: string): string | null {
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  if (isIP(hostname) === 4) return hostname;
  const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
  return isHostName(name) ? name : null;
}

/** A web address read as the WHATWG URL standard does, in parts that are compared one by one. */
export interface WebAddress {
  /** `http:` or `https:`; null for an address written without one, such as `www.example.com/news`. */
  readonly scheme: 'http:' | 'https:' | null;
  /** Host in lower case and Punycode, with the port where it is not the scheme's own. */
  readonly host: string;
  /** Path, query and fragment; at least `/`. */
  readonly rest: string;
}

/** Reads a whole value as a web address; null where it is none, or where it hides its host behind user information. */
export function readUrl(value: string): WebAddress | null {
  if (value.length > 4000 || /[\s\\<>"'`{}|^\p{C}]/u.test(value)) return null;
  const written = WITH_SCHEME.test(value);
  if (!written && !BARE.test(value)) return null;
  let url: URL;
  try {
    url = new URL(written ? value : `https://${value}`);
  } catch {
    return null;
  }
  return {
    scheme: written ? (url.protocol === 'http:' ? 'http:' : 'https:') : null,
    host: url.host,
    rest: `${url.pathname}${url.search}${url.hash}`,
  };
}

/** No `@` before the path: what stands there looks like a host and is none. */
const WITH_SCHEME = /^https?:\/\/[^/?#@]+(?:[/?#]|$)/i;
const BARE = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d{1,5})?(?:[/?#]|$)/u;

/** Whether a value names the same address as a trusted one. One of both may leave the scheme out, never change it. */
export function sameAddress(value: WebAddress, trusted: WebAddress): boolean {
  return (
    value.host === trusted.host &&
    value.rest === trusted.rest &&
    (value.scheme === null || trusted.scheme === null || value.scheme === trusted.scheme)
  );
}

/**
 * Whether servers could disagree on what a path names: a slash, backslash, dot segment or control character
 * that shows once it is decoded, however often. The path is normalised already (WHATWG), so plain dot
 * segments are gone.
 */
export function isAmbiguousPath(path: string): boolean {
  let here = path;
  for (let round = 0; round < MAX_DECODINGS; round++) {
    if (/\\|\p{Cc}/u.test(here) || here.split('/').some(isDotSegment)) return true;
    if (SPLITTING.test(here)) return true;
    const next = decodeOnce(here);
    if (next === here) return false;
    here = next;
  }
  return true;
}

/** Encoded separators, dots and control characters; overlong UTF-8 and `%u` forms, which old servers still read. */
const SPLITTING = /%(?:2f|5c|2e|[01][0-9a-f]|7f|c[01]|u)/i;

/** Deeper than this nobody encodes for a good reason. */
const MAX_DECODINGS = 4;

/** `.`, `..`, and both with parameters, which some servers cut off first (`..;x`). */
function isDotSegment(segment: string): boolean {
  return /^\.{1,2}(?:;.*)?$/.test(segment);
}

/** Decodes the printable ASCII that is encoded; what else is encoded decides nothing here. */
function decodeOnce(text: string): string {
  return text.replace(/%([2-7][0-9a-f])/gi, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Whether a path is the prefix or below it, segment by segment; a prefix that ends in a slash covers what is below. */
export function isBelow(prefix: string, path: string): boolean {
  if (prefix.endsWith('/')) return path.startsWith(prefix);
  return path === prefix || path.startsWith(`${prefix}/`);
}

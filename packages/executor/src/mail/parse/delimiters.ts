/** Bodies of a multipart between its delimiter lines (RFC 2046 section 5.1). */
export interface Split {
  readonly bodies: readonly { readonly start: number; readonly end: number }[];
  /** Whether the closing delimiter was there. */
  readonly closed: boolean;
}

const LF = 0x0a;
const CR = 0x0d;

/**
 * Splits `[start, end)` at lines that are `--boundary`. A last part without closing delimiter runs to the
 * end. Linear in the bytes: every byte is looked at once by the search and once by the line check.
 */
export function splitAtDelimiters(
  bytes: Buffer,
  start: number,
  end: number,
  boundary: string,
  max: number,
): Split {
  const needle = Buffer.from(`--${boundary}`, 'latin1');
  const range = bytes.subarray(start, end);
  const bodies: { start: number; end: number }[] = [];
  let open = -1;
  for (let at = range.indexOf(needle); at >= 0; at = range.indexOf(needle, at + needle.length)) {
    if (at > 0 && range[at - 1] !== LF && range[at - 1] !== CR) continue;
    const line = delimiterEnd(range, at + needle.length);
    if (line === null) continue;
    if (open >= 0) bodies.push({ start: start + open, end: start + beforeBreak(range, at, open) });
    if (line.closes || bodies.length >= max) return { bodies, closed: line.closes };
    open = line.next;
  }
  if (open >= 0) bodies.push({ start: start + open, end });
  return { bodies, closed: false };
}

/** What follows the boundary must be blanks and a line end, or `--`; else it is the start of a longer boundary. */
function delimiterEnd(range: Buffer, from: number): { closes: boolean; next: number } | null {
  const closes = range[from] === 0x2d && range[from + 1] === 0x2d;
  let at = closes ? from + 2 : from;
  while (at - from < 80 && (range[at] === 0x20 || range[at] === 0x09)) at++;
  if (at >= range.length) return { closes, next: range.length };
  if (range[at] === CR) {
    while (range[at] === CR && range[at + 1] === CR) at++;
    return { closes, next: range[at + 1] === LF ? at + 2 : at + 1 };
  }
  if (range[at] === LF) return { closes, next: at + 1 };
  return closes ? { closes, next: at } : null;
}

/** The line break before a delimiter belongs to the delimiter. */
function beforeBreak(range: Buffer, at: number, open: number): number {
  let end = at;
  if (end > open && range[end - 1] === LF) end--;
  while (end > open && range[end - 1] === CR) end--;
  return end;
}

/** The boundary a multipart uses that names none: the first line that starts with `--`. */
export function guessBoundary(bytes: Buffer, start: number, end: number): string | null {
  const head = bytes.toString('latin1', start, Math.min(end, start + 64_000));
  return /(?:^|[\r\n])--([^\s-][^\r\n]{0,198}[^\s]|[^\s-])[ \t]*[\r\n]/.exec(head)?.[1] ?? null;
}

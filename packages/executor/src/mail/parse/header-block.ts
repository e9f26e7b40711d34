import { MAIL_LIMITS } from './limits.ts';
import { endsInCr, type Line, lineAt } from './lines.ts';

/** One header field as it was sent: a code unit for each byte, folds undone. */
export interface Field {
  /** Lower case. */
  readonly name: string;
  readonly raw: string;
}

/** A block of header fields and where the body begins. */
export interface HeaderBlock {
  readonly fields: readonly Field[];
  readonly bodyStart: number;
  readonly problems: readonly string[];
}

/**
 * Reads the header fields at `start`. Takes what mail programs really wrote: missing blank lines, lines
 * that are no field, mbox `From ` lines, endless fields. Linear in the bytes.
 * @param of a message may have blank lines before its header; a part that begins with one has no header
 */
export function readHeaderBlock(
  bytes: Buffer,
  start: number,
  end: number,
  of: 'message' | 'part',
): HeaderBlock {
  const problems = new Set<string>();
  const fields: { name: string; pieces: string[]; size: number }[] = [];
  const limit = Math.min(end, start + MAIL_LIMITS.headerBytes);
  const cr = endsInCr(bytes, start, limit);
  let at = of === 'message' ? skipBlankLines(bytes, start, limit, cr) : start;
  if (at > start) problems.add('blank-lines-before-headers');

  while (at < limit) {
    const line = lineAt(bytes, at, limit, cr);
    if (line.end === line.start) return finish(line.next);
    const last = fields.at(-1);
    if (isFold(bytes, line) && last) append(last, bytes, line, problems);
    else {
      const name = fieldName(bytes, line);
      if (name !== null) {
        if (fields.length < MAIL_LIMITS.fields) {
          const field = { name: name.text, pieces: [], size: 0 };
          fields.push(field);
          append(field, bytes, { ...line, start: name.valueStart }, problems);
        } else problems.add('too-many-headers');
      } else if (!isEnvelopeLine(bytes, line)) {
        problems.add('bad-header-line');
        if (!isHeaderAfter(bytes, line, limit, cr)) return finish(line.start);
      }
    }
    at = line.next;
  }
  if (limit < end) {
    problems.add('headers-too-large');
    return finish(afterBlankLine(bytes, limit, end));
  }
  return finish(end);

  function finish(bodyStart: number): HeaderBlock {
    const read = fields.map(({ name, pieces }) => ({ name, raw: pieces.join(' ').trim() }));
    return { fields: read, bodyStart, problems: [...problems] };
  }
}

function append(
  field: { pieces: string[]; size: number },
  bytes: Buffer,
  line: Line,
  problems: Set<string>,
): void {
  const room = MAIL_LIMITS.fieldBytes - field.size;
  const text = bytes.toString(
    'latin1',
    line.start,
    Math.min(line.end, line.start + Math.max(0, room)),
  );
  if (line.end - line.start > room) problems.add('header-too-long');
  field.size += line.end - line.start;
  if (text !== '') field.pieces.push(text.trim());
}

function skipBlankLines(bytes: Buffer, start: number, end: number, cr: boolean): number {
  let at = start;
  while (at < end) {
    const line = lineAt(bytes, at, end, cr);
    if (line.end > line.start) break;
    at = line.next;
  }
  return at;
}

function isFold(bytes: Buffer, line: Line): boolean {
  const first = bytes[line.start];
  return first === 0x20 || first === 0x09;
}

/** A field's name: printable ASCII before a colon (RFC 5322 section 3.6.8), blanks before the colon allowed as they once were. */
function fieldName(bytes: Buffer, line: Line): { text: string; valueStart: number } | null {
  const colon = line.start + bytes.subarray(line.start, line.end).indexOf(0x3a);
  if (colon < line.start || colon - line.start > 200) return null;
  const text = bytes.toString('latin1', line.start, colon).trimEnd();
  if (!/^[!-9;-~]+$/.test(text)) return null;
  return { text: text.toLowerCase(), valueStart: colon + 1 };
}

/** `From someone date`, which mbox files and some exports carry before the first field. */
function isEnvelopeLine(bytes: Buffer, line: Line): boolean {
  return /^>?From /.test(bytes.toString('latin1', line.start, Math.min(line.end, line.start + 6)));
}

/** Whether the header goes on after a line that is no field; else that line is where the body begins. */
function isHeaderAfter(bytes: Buffer, line: Line, end: number, cr: boolean): boolean {
  if (line.next >= end) return false;
  const next = lineAt(bytes, line.next, end, cr);
  return next.end === next.start || fieldName(bytes, next) !== null;
}

/** Where the body begins after a header that is too large to read. */
function afterBlankLine(bytes: Buffer, from: number, end: number): number {
  const ends = ['\n\n', '\n\r\n', '\r\r'].map((text) => {
    const found = bytes.indexOf(text, from, 'latin1');
    return found < 0 ? end : Math.min(end, found + text.length);
  });
  return Math.min(...ends);
}

/** The first field of a name, or null. */
export function fieldOf(block: Pick<HeaderBlock, 'fields'>, name: string): string | null {
  return block.fields.find((field) => field.name === name)?.raw ?? null;
}

/** All fields of a name. */
export function fieldsOf(block: Pick<HeaderBlock, 'fields'>, name: string): readonly string[] {
  return block.fields.filter((field) => field.name === name).map((field) => field.raw);
}

const LF = 0x0a;
const CR = 0x0d;

/** One line: its bytes are `[start, end)`, the next line starts at `next`. */
export interface Line {
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

/**
 * Whether lines end in CR alone, told by the first line's end (old Macs wrote such mail). Otherwise LF
 * ends a line, with any number of CRs before it: `\r\r\n` stands in mail that was converted twice.
 */
export function endsInCr(bytes: Buffer, start: number, end: number): boolean {
  const cr = bytes.subarray(start, end).indexOf(CR);
  if (cr < 0) return false;
  const lf = bytes.subarray(start, start + cr).indexOf(LF);
  if (lf >= 0) return false;
  let after = start + cr;
  while (after < end && bytes[after] === CR) after++;
  return bytes[after] !== LF;
}

/** The line that starts at `start`. At the end of the bytes `next` is `end`. */
export function lineAt(bytes: Buffer, start: number, end: number, cr: boolean): Line {
  const found = bytes.indexOf(cr ? CR : LF, start);
  if (found < 0 || found >= end) return { start, end, next: end };
  if (cr) return { start, end: found, next: found + 1 };
  let last = found;
  while (last > start && bytes[last - 1] === CR) last--;
  return { start, end: last, next: found + 1 };
}

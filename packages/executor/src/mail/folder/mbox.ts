/** Where a message stands in an mbox file, its `From ` line included. */
export interface MboxRange {
  readonly start: number;
  readonly end: number;
}

const CHUNK = 1 << 20;
const LONGEST_ENVELOPE = 300;

/**
 * Finds the messages of an mbox file without holding it in memory: a line `From somebody date` after a
 * blank line or at the beginning (mboxrd; a `From ` that belongs to a text is escaped or names no time).
 */
export async function splitMbox(
  read: (start: number, length: number) => Promise<Buffer>,
  size: number,
  max: number,
): Promise<readonly MboxRange[]> {
  const starts: number[] = [];
  for (let base = 0; base < size && starts.length < max; base += CHUNK) {
    // Some bytes before and after, so that a line across two chunks is seen whole.
    const before = Math.min(base, 4);
    const bytes = await read(base - before, before + CHUNK + LONGEST_ENVELOPE);
    for (const at of startsIn(bytes, before, before + CHUNK, base === 0))
      starts.push(base - before + at);
  }
  return starts.slice(0, max).map((start, i) => ({ start, end: starts[i + 1] ?? size }));
}

function* startsIn(bytes: Buffer, from: number, to: number, isFirst: boolean): Generator<number> {
  for (
    let at = bytes.indexOf('From ', from);
    at >= 0 && at < to;
    at = bytes.indexOf('From ', at + 5)
  ) {
    const isStart = isFirst && at === 0;
    if (isStart || (isAfterBlankLine(bytes, at) && isEnvelope(bytes, at))) yield at;
  }
}

function isAfterBlankLine(bytes: Buffer, at: number): boolean {
  return /\n\r?\n$/.test(bytes.toString('latin1', Math.max(0, at - 4), at));
}

/** The line names somebody and a time of day. */
function isEnvelope(bytes: Buffer, at: number): boolean {
  const line = bytes.toString('latin1', at, at + LONGEST_ENVELOPE).split(/[\r\n]/, 1)[0] ?? '';
  return /^From \S.{0,200}\d{1,2}:\d{2}/.test(line);
}

/** What stands in the place of a secret. */
export const MASK = Buffer.from('[masked]');

/**
 * Masks needles in a stream of bytes, wherever chunks are cut. Only bytes that could still become a needle are
 * held back, so text without one passes at once.
 */
export class Masker {
  readonly #needles: readonly Uint8Array[];
  #held: Buffer = Buffer.alloc(0);

  /** @param needles longest first, none empty; see `needlesOf`. */
  constructor(needles: readonly Uint8Array[]) {
    this.#needles = needles;
  }

  /** What may go on, given the next chunk. */
  push(chunk: Uint8Array): Buffer {
    const text = this.#held.length === 0 ? asBuffer(chunk) : Buffer.concat([this.#held, chunk]);
    const open = openFrom(text, this.#needles);
    const { clear, reached } = replace(text, this.#needles, open);
    this.#held = Buffer.from(text.subarray(reached));
    return clear;
  }

  /** What was held back, once the stream has ended. */
  end(): Buffer {
    const rest = this.#held;
    this.#held = Buffer.alloc(0);
    return replace(rest, this.#needles, rest.length).clear;
  }
}

/** Masks a whole text. */
export function maskText(text: string, needles: readonly Uint8Array[]): string {
  if (needles.length === 0) return text;
  const bytes = Buffer.from(text, 'utf8');
  return replace(bytes, needles, bytes.length).clear.toString('utf8');
}

/** Masks a stream of chunks. */
export async function* masked(
  chunks: AsyncIterable<Uint8Array>,
  needles: readonly Uint8Array[],
): AsyncGenerator<Uint8Array> {
  const masker = new Masker(needles);
  for await (const chunk of chunks) {
    const clear = masker.push(chunk);
    if (clear.length > 0) yield clear;
  }
  const rest = masker.end();
  if (rest.length > 0) yield rest;
}

/**
 * Masks the needles that begin before `until`, and gives all that is decided: of needles that begin at one place
 * the longest counts, and one that begins at `until` or after may still grow into another.
 */
function replace(
  text: Buffer,
  needles: readonly Uint8Array[],
  until: number,
): { readonly clear: Buffer; readonly reached: number } {
  const parts: Buffer[] = [];
  // Where each needle stands next. Each is only ever searched onwards, so the whole costs one pass a needle.
  const next = needles.map((needle) => text.indexOf(needle));
  let from = 0;
  for (;;) {
    const which = earliest(next);
    const at = next[which] ?? -1;
    if (at === -1 || at >= until) break;
    parts.push(text.subarray(from, at), MASK);
    from = at + (needles[which]?.length ?? 0);
    for (const [index, needle] of needles.entries()) {
      const seen = next[index] ?? -1;
      if (seen !== -1 && seen < from) next[index] = text.indexOf(needle, from);
    }
  }
  const reached = Math.max(from, until);
  const last = text.subarray(from, reached);
  return { clear: parts.length === 0 ? last : Buffer.concat([...parts, last]), reached };
}

/** Index of the smallest position that is not -1; the first of equals, which is the longest needle's. */
function earliest(positions: readonly number[]): number {
  let best = -1;
  for (const [index, at] of positions.entries()) {
    if (at !== -1 && (best === -1 || at < (positions[best] ?? 0))) best = index;
  }
  return best;
}

/** Where the earliest suffix begins that is a proper beginning of a needle; the text's length for none. */
function openFrom(text: Buffer, needles: readonly Uint8Array[]): number {
  let open = text.length;
  for (const needle of needles) {
    const first = needle[0] ?? 0;
    let at = text.indexOf(first, Math.max(0, text.length - needle.length + 1));
    while (at !== -1 && at < open) {
      if (text.compare(needle, 0, text.length - at, at) === 0) open = at;
      at = text.indexOf(first, at + 1);
    }
  }
  return open;
}

function asBuffer(chunk: Uint8Array): Buffer {
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

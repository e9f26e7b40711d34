/** One part of a long text, and how much there is. */
export interface TextPart {
  readonly text: string;
  readonly textLength: number;
  /** Whether there is more after this part. */
  readonly truncated: boolean;
}

/** The part of a text from `offset` on, at most `limit` code units; never half a character. */
export function partOfText(whole: string, offset: number, limit: number): TextPart {
  const start = offset + (isSecondHalf(whole, offset) ? 1 : 0);
  const wanted = Math.min(whole.length, start + limit);
  const end = wanted < whole.length && isSecondHalf(whole, wanted) ? wanted - 1 : wanted;
  // A limit of one would never get past a character of two halves.
  const stop = end > start || start >= whole.length ? end : Math.min(whole.length, start + 2);
  return {
    text: whole.slice(start, stop),
    textLength: whole.length,
    truncated: stop < whole.length,
  };
}

function isSecondHalf(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}

/** A policy of a text, and where in the text it begins, in UTF-16 code units. */
export interface PlacedPolicy {
  readonly text: string;
  readonly start: number;
}

/** Where a reader of a text stands. Line and column count from 1, columns in characters. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * The policies of a text that Cedar has parsed, in their order. Cedar's own list is ordered by made-up names,
 * the eleventh before the third, and says no places. A semicolon ends a policy wherever it is neither in a
 * string nor in a comment.
 */
export function placedPolicies(text: string): readonly PlacedPolicy[] {
  const policies: PlacedPolicy[] = [];
  let start = -1;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '/' && text[at + 1] === '/') {
      at = endOfLine(text, at);
      continue;
    }
    if (start < 0 && char?.trim() !== '') start = at;
    if (char === '"') at = endOfString(text, at);
    if (char !== ';') continue;
    policies.push({ text: text.slice(start, at + 1), start });
    start = -1;
  }
  return policies;
}

/** The place of an index into a text. */
export function placeAt(text: string, index: number): Place {
  const lines = text.slice(0, index).split('\n');
  return { line: lines.length, column: [...(lines[lines.length - 1] ?? '')].length + 1 };
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

function endOfString(text: string, quote: number): number {
  let at = quote + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

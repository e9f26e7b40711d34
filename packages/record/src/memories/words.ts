/** Characters of a word that count; longer ones are cut. */
const WORD = 64;
/** Words of a query that are looked for. */
const MOST_WANTED = 32;
/** Characters around the first word that was found. */
const SNIPPET = 240;

/** The words of a text, each once: runs of letters and digits, whatever their case or width. */
export function wordsOf(text: string): readonly string[] {
  return [...new Set(runsIn(folded(text)))];
}

/** The words of a query. */
export function wantedWords(query: string): readonly string[] {
  return wordsOf(query).slice(0, MOST_WANTED);
}

/** How many of the wanted words a text has. */
export function matches(text: string, wanted: readonly string[]): number {
  const present = new Set(wordsOf(text));
  return wanted.filter((word) => present.has(word)).length;
}

/** The part of a text around the first wanted word, or its beginning. Cut at the border of characters. */
export function snippetOf(text: string, wanted: readonly string[]): string {
  if (text.length <= SNIPPET) return text;
  const lower = text.toLowerCase();
  const places = wanted.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const start = Math.min(Math.max(0, first - SNIPPET / 4), text.length - SNIPPET);
  const cut = text.slice(start, start + SNIPPET).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
  return `${start > 0 ? '…' : ''}${cut}${start + SNIPPET < text.length ? '…' : ''}`;
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function runsIn(text: string): readonly string[] {
  return (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map((word) =>
    [...word].slice(0, WORD).join(''),
  );
}

import { without } from './link.ts';

/** A whole token that is more than a plain word: it has a digit, `_`, `.`, `/`, `@` or `:` inside, or a capital inside. */
export function isIdentifier(token: string): boolean {
  return (
    token.length >= 3 &&
    /[\p{L}\p{N}]/u.test(token) &&
    !/^\d+(?:[.,]\d+)?$/.test(token) &&
    (/[\p{N}_]/u.test(token) ||
      /[^\s./@:][./@:][^\s./@:]/.test(token) ||
      /\p{Ll}\p{Lu}/u.test(token))
  );
}

/** The whole tokens of a text: split at white space, quotes and brackets, without the punctuation around them. */
export function tokensIn(text: string): ReadonlySet<string> {
  const tokens = new Set<string>();
  for (const [run] of text.matchAll(/[^\s"'“”‘’„«»‹›`()[\]{}<>|,;]+/gu)) {
    const token = without('.:!?*~…', run).text;
    if (token !== '') tokens.add(token);
    if (token.startsWith('#')) tokens.add(token.slice(1));
  }
  return tokens;
}

/** Where a phrase stands in a text as whole words: nothing that belongs to a longer token touches it. */
export function placesOf(phrase: string, text: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    const before = text.slice(Math.max(0, at - 2), at);
    const after = text.slice(at + phrase.length, at + phrase.length + 2);
    if (
      !/[\p{L}\p{N}\p{M}_]$|[\p{L}\p{N}][-./@:\\’']$/u.test(before) &&
      !/^[\p{L}\p{N}\p{M}_]|^[-./@:\\][\p{L}\p{N}]|^[’'](?!s(?![\p{L}\p{N}]))\p{L}/u.test(after)
    )
      places.push(at);
    if (places.length >= 64) break;
  }
  return places;
}

const QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '‘': '’',
  '„': '“',
  '«': '»',
  '‹': '›',
};

/** Whether the phrase at a place stands in quotes, closed right before and right after it. */
export function isQuoted(phrase: string, text: string, at: number): boolean {
  const closing = QUOTES[text[at - 1] ?? ''];
  return closing !== undefined && text.startsWith(closing, at + phrase.length);
}

/** Whether a place begins a sentence, a line or a list item, where any word has a capital. */
export function isSentenceStart(text: string, at: number): boolean {
  const before = `${at <= 8 ? '\n' : ''}${text.slice(Math.max(0, at - 8), at)}`;
  return /(?:[.!?:;\n]\s*|[-*•]\s+|\d[.)]\s+)["'“‘(]?$/u.test(before);
}

/**
 * Whether the phrase at a place stands next to one of the words, as in `channel general`, `channel: general`,
 * `file named notes`, or `the general channel`.
 */
export function isNextTo(
  phrase: string,
  text: string,
  at: number,
  words: readonly string[],
): boolean {
  const before = text.slice(Math.max(0, at - 60), at).replace(/["'“‘`]$/, '');
  const after = text.slice(at + phrase.length, at + phrase.length + 40);
  const [, second, first] = /(?:([\p{L}\p{N}]+)\s+)?([\p{L}\p{N}]+)[.:=]?\s*$/u.exec(before) ?? [];
  const right = /^["'”’`]?\s+([\p{L}\p{N}]+)/u.exec(after)?.[1];
  const left =
    first !== undefined && CONNECTING.has(first.toLowerCase()) ? [first, second] : [first];
  return [...left, right].some((word) => word !== undefined && words.includes(singular(word)));
}

/** Words between what something is and what it is called: `the file named notes`. */
const CONNECTING = new Set(['named', 'called']);

/** The words of an argument's name that say what it names: `/file_id` gives `file` and `id`. */
export function namingWords(pointer: string): readonly string[] {
  const tokens = pointer.split('/').filter((token) => token !== '' && !/^\d+$/.test(token));
  const name = tokens[tokens.length - 1] ?? '';
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .map(singular)
    .filter((word) => word.length > 1);
}

function singular(word: string): string {
  const lower = word.toLowerCase();
  return lower.length > 3 ? lower.replace(/s$/, '') : lower;
}

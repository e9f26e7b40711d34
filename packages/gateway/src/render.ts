import { isMixedScript, UNSEEN } from './normal-forms/plain.ts';

/** Longest text that is shown, in characters; what is over it is counted, not hidden. */
const RENDER_LIMIT = 100_000;

/**
 * A stranger's text as a person may see it: one line of plain text in which everything that could deceive is
 * spelt out. Unseen, bidi and control characters, line ends and odd spaces become `⟨U+202E⟩`; so do letters
 * of a foreign script within a word, letters outside ASCII within an address, piled-up accents, and the
 * characters that would open HTML or Markdown where somebody forgets to show text as text.
 */
export function renderText(text: string, limit: number = RENDER_LIMIT): string {
  const characters = Array.from(text.length > limit * 2 ? text.slice(0, limit * 2) : text);
  const shown = characters.length > limit ? characters.slice(0, limit) : characters;
  const visible = shown.join('');
  const deceptive = new Set([...visible.matchAll(SPELT_OUT)].map((hit) => hit.index));
  for (const place of foreignPlaces(visible)) deceptive.add(place);
  let rendered = '';
  let at = 0;
  for (const character of shown) {
    rendered += deceptive.has(at) ? spell(character) : character;
    at += character.length;
  }
  const hidden = text.length - visible.length;
  return hidden === 0 ? rendered : `${rendered}⟨and ${hidden} more characters⟩`;
}

/** {@link renderText} in quotation marks that the text itself cannot close. */
export function quoteText(text: string, limit?: number): string {
  return `“${renderText(text, limit).replace(/[“”]/g, spell)}”`;
}

/** Piled-up accents: what is over two on one letter is spelt out. */
const PILED = /(?<=\p{M}{2})\p{M}/u;
/** What would open a tag, an entity, a Markdown image, link or code span. */
const MARKUP = /<(?=[A-Za-z/!?])|&(?=[#A-Za-z])|!(?=\[)|(?<=\])[([]|[`\\⟨⟩]/u;
const ODD_SPACE = /(?! )\p{Zs}/u;
const SPELT_OUT = new RegExp(
  [UNSEEN, ODD_SPACE, PILED, MARKUP].map((part) => part.source).join('|'),
  'gu',
);

/** Where letters outside ASCII stand that do not belong there: in addresses, and in words of mixed script. */
function* foreignPlaces(text: string): Generator<number> {
  if (!/[^\x20-\x7e]/.test(text)) return;
  for (const word of text.matchAll(/[^\s“”"'(),;]+/gu)) {
    const isAddress = /[@/]|[^.]\.[^.]/.test(word[0]);
    for (const letters of word[0].matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
      if (!isAddress && !isMixedScript(letters[0])) continue;
      for (const foreign of letters[0].matchAll(/[^\x20-\x7e]/gu))
        yield word.index + letters.index + foreign.index;
    }
  }
}

function spell(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

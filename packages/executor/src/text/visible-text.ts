import { plainText } from '../plain-json.ts';

/**
 * Characters that no screen shows and a model still reads: tag characters (which spell ASCII unseen),
 * variation selectors in numbers, invisible operators, Hangul fillers. Joiners stay, since scripts and
 * emoji need them.
 */
const UNSEEN =
  /[\u{E0000}-\u{E0FFF}\u2060-\u2064\u206A-\u206F\uFEFF\u180E\u115F\u1160\u3164\uFFA0\uFFF9-\uFFFB]/gu;

/**
 * Text without what nobody sees, and apart from it what that says: tag characters are read as the ASCII
 * they spell, the others as they are. Line ends are `\n`, other control characters are gone.
 */
export function visibleText(text: string): { readonly text: string; readonly unseen: string } {
  let unseen = '';
  const seen = plainText(text).replace(UNSEEN, (char) => {
    const code = (char.codePointAt(0) ?? 0) - 0xe0000;
    unseen += code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : char;
    return '';
  });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return { text: seen.replace(/\r\n?/g, '\n').replace(/[\x00-\x08\x0b-\x1f\x7f]/g, ''), unseen };
}

/** One line of what is seen: breaks and tabs are blanks, at most `max` code units. */
export function visibleLine(text: string, max: number): string {
  return cut(
    visibleText(text.slice(0, max * 4))
      .text.replace(/\s+/g, ' ')
      .trim(),
    max,
  );
}

/** The first `max` code units, never half a character. */
export function cut(text: string, max: number): string {
  return text.length <= max
    ? text
    : text
        .slice(0, max)
        .toWellFormed()
        .replace(/\uFFFD$/, '');
}

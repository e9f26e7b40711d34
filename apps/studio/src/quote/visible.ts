/** A stretch of a text: characters that show themselves, or one that does not and is named instead. */
export type Piece =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'escape'; readonly shown: string; readonly name: string };

/**
 * Everything that changes how a text looks without showing: control and format characters (zero width, bidi, tags),
 * what is unassigned, private or half a pair (general category C), separators other than the plain blank, code points
 * that are ignored by default (Unicode `Default_Ignorable_Code_Point`), and the Braille blank. Combining marks are
 * caught from the third in a row on, since stacked they paint over their neighbours.
 */
const UNSEEN =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}|(?<=\p{M}{2})\p{M}/gu;

/**
 * A text in pieces, so that every character of it is seen: `⟨U+202E⟩` stands where the text would turn its
 * direction. Line breaks and tabs stay, each behind its mark, so that long texts keep their shape.
 */
export function visible(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(UNSEEN)) {
    if (match.index > from) pieces.push({ kind: 'plain', text: text.slice(from, match.index) });
    pieces.push(escapeOf(match[0]));
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ kind: 'plain', text: text.slice(from) });
  return pieces;
}

/** The same as one string, for attributes, titles and the clipboard. */
export function visibleText(text: string): string {
  return visible(text)
    .map((piece) => (piece.kind === 'plain' ? piece.text : piece.shown))
    .join('');
}

/** How many characters of a text do not show themselves; line breaks and tabs do not count. */
export function unseenIn(text: string): number {
  return visible(text).filter((piece) => piece.kind === 'escape' && piece.shown.startsWith('⟨'))
    .length;
}

function escapeOf(character: string): Piece {
  if (character === '\n') return { kind: 'escape', shown: '↵\n', name: 'line break' };
  if (character === '\t') return { kind: 'escape', shown: '⇥\t', name: 'tab' };
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16).toUpperCase().padStart(4, '0');
  return { kind: 'escape', shown: `⟨U+${hex}⟩`, name: NAMES[code] ?? groupOf(code) };
}

/** Names of those that attacks use most (Unicode Character Database). */
const NAMES: Readonly<Record<number, string>> = {
  0: 'null',
  8: 'backspace',
  13: 'carriage return',
  27: 'escape',
  127: 'delete',
  160: 'no-break space',
  173: 'soft hyphen',
  1564: 'Arabic letter mark',
  8203: 'zero width space',
  8204: 'zero width non-joiner',
  8205: 'zero width joiner',
  8206: 'left-to-right mark',
  8207: 'right-to-left mark',
  8232: 'line separator',
  8233: 'paragraph separator',
  8234: 'left-to-right embedding',
  8235: 'right-to-left embedding',
  8236: 'pop directional formatting',
  8237: 'left-to-right override',
  8238: 'right-to-left override',
  8288: 'word joiner',
  8294: 'left-to-right isolate',
  8295: 'right-to-left isolate',
  8296: 'first strong isolate',
  8297: 'pop directional isolate',
  12288: 'ideographic space',
  12644: 'Hangul filler',
  65279: 'zero width no-break space',
};

function groupOf(code: number): string {
  if (code >= 0xe0020 && code <= 0xe007e)
    return `tag character “${String.fromCodePoint(code - 0xe0000)}”, invisible`;
  if (code >= 0xd800 && code <= 0xdfff) return 'half of a character';
  if (code < 0x20 || (code >= 0x80 && code < 0xa0)) return 'control character';
  if ((code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef))
    return 'variation selector';
  return 'character that does not show';
}

/** Characters that turn the direction of a text, spell words nobody sees, or steer a terminal. */
const LOUD = /(?![\t\n])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

/** A model's text with those named instead. Joiners and variation selectors stay: scripts and emoji need them. */
export function calm(text: string): string {
  return text.replace(LOUD, (character) => {
    const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `⟨U+${hex}⟩`;
  });
}

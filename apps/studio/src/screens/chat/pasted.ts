/** From how many lines, or characters, on a pasted text is kept apart from what a person typed. */
const LINES = 3;
const CHARACTERS = 280;

/**
 * Whether a pasted text is a block of its own: then it counts as anyone's, since nobody types pages they paste.
 * A short line, an address or an amount, stays in the text, where the person reads it before sending.
 */
export function isBlock(text: string): boolean {
  return text.length > CHARACTERS || text.trim().split(/\r\n?|\n/).length > LINES;
}

/** A letter that stands among letters of another alphabet, where it may be read as one of them. */
export interface Lookalike {
  readonly letter: string;
  /** `U+0430`. */
  readonly code: string;
  readonly script: string;
}

const SCRIPTS = [
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
  ['Lisu', /\p{Script=Lisu}/u],
  ['Coptic', /\p{Script=Coptic}/u],
] as const;

/**
 * Letters of other alphabets in words that also have Latin ones, each once: the way `pаypal` is written to pass for
 * `paypal` (Unicode Technical Standard 39, mixed-script detection). Words of one alphabet are somebody's language and
 * are left alone.
 */
export function lookalikesIn(text: string): readonly Lookalike[] {
  const found = new Map<string, Lookalike>();
  for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    if (!/\p{Script=Latin}/u.test(word)) continue;
    for (const letter of word) {
      const script = SCRIPTS.find(([, pattern]) => pattern.test(letter))?.[0];
      if (script === undefined) continue;
      const code = `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
      found.set(letter, { letter, code, script });
    }
  }
  return [...found.values()];
}

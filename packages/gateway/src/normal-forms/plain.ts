/**
 * Characters that a reader does not see or that change how the rest is read: controls, format and bidi
 * characters, tags, variation selectors, fillers that draw nothing, private use and unassigned ones.
 * Line feed, carriage return and tab are visible enough in a text and are not among them.
 */
export const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

const UNSEEN_IN_TEXT = new RegExp(`(?![\\n\\r\\t])${UNSEEN.source}`, 'u');

/** Scripts whose letters are mistaken for each other's. Those written together in one word are one group. */
const SCRIPTS: readonly RegExp[] = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Georgian}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u,
];

/** Whether a word has letters of more than one script (Unicode TR 39: not single-script). */
export function isMixedScript(word: string): boolean {
  let scripts = 0;
  for (const script of SCRIPTS) if (script.test(word) && ++scripts > 1) return true;
  return false;
}

/**
 * Whether a value may be compared with what a person wrote at all: it stands in NFKC already (what is
 * compared is what will run), has no unseen characters and no word of mixed script.
 */
export function isPlain(value: string): boolean {
  if (ASCII_ONLY.test(value)) return true;
  if (value.normalize('NFKC') !== value || UNSEEN_IN_TEXT.test(value)) return false;
  return !(value.match(/[\p{L}\p{M}]+/gu) ?? []).some(isMixedScript);
}

const ASCII_ONLY = /^[\n\r\t\x20-\x7e]*$/;

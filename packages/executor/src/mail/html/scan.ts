/** What a scan meets, in order. Names are lower case; attribute values still have their character references. */
export interface HtmlListener {
  text(text: string): void;
  open(tag: string, attributes: Attributes, selfClosing: boolean): void;
  close(tag: string): void;
  /** Content of `style`. */
  style(css: string): void;
}

export type Attributes = ReadonlyMap<string, string>;

const MAX_ATTRIBUTES = 60;

/** Elements whose content is no markup. That of `style` is told, that of the others is shown to nobody. */
const RAW = new Set(['script', 'style', 'title', 'iframe', 'noembed', 'noframes']);

const NO_BLANK_OR_SLASH = /[^\s/]/g;
const NAME_END = /[\s/>=]/g;
const TAG_NAME_END = /[\s/>]/g;
const NO_BLANK = /\S/g;
const VALUE_END = /[\s>]/g;
const COMMENT_END = /--!?>/g;

/**
 * Reads HTML as browsers do where mail depends on it: broken tags, unquoted values, comments without
 * end, raw text. One pass; an end that is missing ends the scan, so that it is not searched for again.
 */
export function scanHtml(html: string, on: HtmlListener): void {
  let at = 0;
  while (at < html.length) {
    const angle = html.indexOf('<', at);
    const textEnd = angle < 0 ? html.length : angle;
    if (textEnd > at) on.text(html.slice(at, textEnd));
    at = angle < 0 ? html.length : markup(html, angle, on);
  }
}

/** Reads what begins with `<` at `at` and gives where the text goes on. */
function markup(html: string, at: number, on: HtmlListener): number {
  const next = html.charAt(at + 1);
  if (html.startsWith('<!--', at)) return commentEnd(html, at + 4);
  if (next === '!' || next === '?') return after(html, '>', at + 2);
  if (next === '/' && isLetter(html.charCodeAt(at + 2))) {
    const end = nameEnd(html, at + 2);
    on.close(html.slice(at + 2, end).toLowerCase());
    return after(html, '>', end);
  }
  if (next === '/') return after(html, '>', at + 2);
  if (!isLetter(html.charCodeAt(at + 1))) {
    on.text('<');
    return at + 1;
  }
  return openTag(html, at, on);
}

function openTag(html: string, at: number, on: HtmlListener): number {
  const end = nameEnd(html, at + 1);
  const tag = html.slice(at + 1, end).toLowerCase();
  const { attributes, next, selfClosing } = attributesAt(html, end);
  if (next < 0) return html.length;
  if (!RAW.has(tag)) {
    on.open(tag, attributes, selfClosing);
    return next;
  }
  const close = new RegExp(`</${tag}(?=[\\s/>])`, 'gi');
  close.lastIndex = next;
  const found = close.exec(html);
  if (tag === 'style') on.style(html.slice(next, found?.index ?? html.length));
  return found ? after(html, '>', found.index) : html.length;
}

/** Reads attributes up to the tag's end; `next` is -1 where the tag has none. */
function attributesAt(
  html: string,
  from: number,
): { attributes: Attributes; next: number; selfClosing: boolean } {
  const attributes = new Map<string, string>();
  let at = from;
  for (;;) {
    at = skip(html, at, NO_BLANK_OR_SLASH);
    if (at < 0) return { attributes, next: -1, selfClosing: false };
    if (html.charAt(at) === '>')
      return { attributes, next: at + 1, selfClosing: html.charAt(at - 1) === '/' };
    // A name may begin with `=`, which is how browsers read that mistake.
    const nameStop = skip(html, at + 1, NAME_END);
    if (nameStop < 0) return { attributes, next: -1, selfClosing: false };
    const name = html.slice(at, nameStop).toLowerCase();
    const value = valueAt(html, nameStop);
    if (value.next < 0) return { attributes, next: -1, selfClosing: false };
    if (attributes.size < MAX_ATTRIBUTES && !attributes.has(name)) attributes.set(name, value.text);
    at = value.next;
  }
}

function valueAt(html: string, from: number): { text: string; next: number } {
  const at = skip(html, from, NO_BLANK);
  if (at < 0 || html.charAt(at) !== '=') return { text: '', next: at < 0 ? -1 : from };
  const start = skip(html, at + 1, NO_BLANK);
  if (start < 0) return { text: '', next: -1 };
  const quote = html.charAt(start);
  if (quote === '"' || quote === "'") {
    const end = html.indexOf(quote, start + 1);
    return end < 0 ? { text: '', next: -1 } : { text: html.slice(start + 1, end), next: end + 1 };
  }
  const end = skip(html, start, VALUE_END);
  return end < 0 ? { text: '', next: -1 } : { text: html.slice(start, end), next: end };
}

/** The first place from `from` on where the pattern is met, or -1. */
function skip(html: string, from: number, pattern: RegExp): number {
  pattern.lastIndex = from;
  return pattern.exec(html)?.index ?? -1;
}

/** Comments end at `-->` or `--!>`; `<!-->` and `<!--->` are whole ones. A comment without end hides the rest. */
function commentEnd(html: string, from: number): number {
  if (html.startsWith('>', from)) return from + 1;
  if (html.startsWith('->', from)) return from + 2;
  const found = skip(html, from, COMMENT_END);
  return found < 0 ? html.length : after(html, '>', found);
}

function after(html: string, char: string, from: number): number {
  const found = html.indexOf(char, from);
  return found < 0 ? html.length : found + 1;
}

function nameEnd(html: string, from: number): number {
  const found = skip(html, from, TAG_NAME_END);
  return found < 0 ? html.length : found;
}

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

import { ignore } from '../../egress/ignore.ts';
import { plainText } from '../../plain-json.ts';
import { cut, visibleLine } from '../../text/visible-text.ts';
import { MAX_CSS, readSheet, type Sheet } from './css.ts';
import { decodeEntities } from './entities.ts';
import { endedBy, NOTHING_OPEN, type Reach, reachInside } from './implied-ends.ts';
import { type Attributes, scanHtml } from './scan.ts';
import { hiddenBy, type Look, lookInside, PLAIN_LOOK } from './seen.ts';

/** What is there and not seen: how much, by which means, and how it begins. */
export interface HiddenText {
  readonly characters: number;
  readonly ways: readonly string[];
  readonly text: string;
}

/** Nothing is hidden. */
export const NOTHING_HIDDEN: HiddenText = { characters: 0, ways: [], text: '' };

/** Characters of hidden text that are kept. */
export const MAX_HIDDEN_TEXT = 4_000;

/** HTML as a person sees it, as text. */
export interface SeenHtml {
  readonly text: string;
  readonly links: readonly { readonly text: string; readonly url: string }[];
  readonly hidden: HiddenText;
}

/**
 * The text of an HTML message as people see it. Hidden text is left out and counted: agents get what
 * people get, and learn that there was more. Comments and pictures' descriptions are not shown either.
 * A link whose text is not its target is written `text <target>`. Judges by inline style, attributes and
 * simple style rules; what only a full layout would hide is taken as seen. Linear in the HTML.
 */
export function htmlToText(html: string, maxLinks: number): SeenHtml {
  const page = new Page(sheetIn(html), maxLinks);
  scanHtml(html, page);
  return page.result();
}

/** The style sheets first, since a rule may stand after what it hides. */
function sheetIn(html: string): Sheet {
  let css = '';
  const hear = (text: string) => {
    if (css.length < MAX_CSS) css += `${text}\n`;
  };
  if (/<style/i.test(html)) scanHtml(html, { ...DEAF, style: hear });
  return readSheet(css);
}

const DEAF = { text: ignore, open: ignore, close: ignore };

const BLOCKS = new Set(
  'address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol p pre section summary table tbody tfoot thead tr ul'.split(
    ' ',
  ),
);
const EMPTY = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);
/** Deeper elements are read as if they had no tags. */
const MAX_DEPTH = 400;

interface Frame {
  readonly tag: string;
  readonly look: Look;
  readonly reach: Reach;
  readonly link: { readonly url: string; text: string } | null;
}

class Page {
  readonly #sheet: Sheet;
  readonly #maxLinks: number;
  readonly #frames: Frame[] = [];
  /** How many of each tag are open, so that a stray end tag costs nothing. */
  readonly #open = new Map<string, number>();
  readonly #links: { text: string; url: string }[] = [];
  readonly #ways = new Set<string>();
  #hidden = 0;
  #hiddenText = '';
  #pre = 0;
  #pieces: string[] = [];
  #lineIsEmpty = true;
  #blank = false;

  constructor(sheet: Sheet, maxLinks: number) {
    this.#sheet = sheet;
    this.#maxLinks = maxLinks;
  }

  style(): void {
    // Read by the pass before.
  }

  text(raw: string): void {
    const text = decodeEntities(raw);
    const hidden = hiddenBy(this.#look());
    if (hidden !== null) {
      const characters = text.replace(/\s+/g, '').length;
      if (characters > 0) this.#ways.add(hidden);
      this.#hidden += characters;
      if (this.#hiddenText.length < MAX_HIDDEN_TEXT) this.#hiddenText += text;
      return;
    }
    this.#say(text);
    const link = this.#frames.at(-1)?.link;
    if (link && link.text.length < 400) link.text += text;
  }

  open(tag: string, attributes: Attributes, selfClosing: boolean): void {
    if (tag === 'br') {
      this.#newLine();
      return;
    }
    const ended = endedBy(tag, BLOCKS.has(tag), this.#frames.at(-1)?.reach ?? NOTHING_OPEN);
    while (ended >= 0 && this.#frames.length > ended) this.#pop();
    const look = lookInside(this.#look(), tag, attributes, this.#sheet);
    if (BLOCKS.has(tag)) this.#startBlock(tag, look);
    if (tag === 'td' || tag === 'th') this.#blank = !this.#lineIsEmpty;
    if (tag === 'img' && hiddenBy(look) === null) this.#picture(attributes);
    if (EMPTY.has(tag) || (selfClosing && tag.includes(':'))) return;
    if (this.#frames.length >= MAX_DEPTH) return;
    if (tag === 'pre') this.#pre++;
    const outer = this.#frames.at(-1);
    const reach = reachInside(tag, this.#frames.length, outer?.reach ?? NOTHING_OPEN);
    const link = tag === 'a' ? linkOf(attributes) : (outer?.link ?? null);
    this.#frames.push({ tag, look, reach, link });
    this.#open.set(tag, (this.#open.get(tag) ?? 0) + 1);
  }

  close(tag: string): void {
    if (tag === 'br' || tag === 'p') this.#newLine();
    if ((this.#open.get(tag) ?? 0) === 0) return;
    for (let ended = this.#pop(); ended !== tag; ended = this.#pop());
  }

  result(): SeenHtml {
    while (this.#frames.length > 0) this.#pop();
    const text = this.#pieces
      .join('')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
    const hidden = plainText(this.#hiddenText)
      .replace(/[ \t]*\n\s*/g, '\n')
      .trim();
    return {
      text,
      links: this.#links,
      hidden: {
        characters: this.#hidden,
        ways: [...this.#ways],
        text: cut(hidden, MAX_HIDDEN_TEXT),
      },
    };
  }

  #look(): Look {
    return this.#frames.at(-1)?.look ?? PLAIN_LOOK;
  }

  /** Ends the innermost element and gives its tag. */
  #pop(): string | undefined {
    const frame = this.#frames.pop();
    if (!frame) return undefined;
    this.#open.set(frame.tag, (this.#open.get(frame.tag) ?? 1) - 1);
    if (frame.tag === 'pre') this.#pre--;
    if (frame.tag === 'a' && frame.link && hiddenBy(frame.look) === null) this.#endLink(frame.link);
    if (BLOCKS.has(frame.tag)) this.#newLine();
    return frame.tag;
  }

  #say(text: string): void {
    if (this.#pre > 0) {
      this.#pieces.push(text);
      this.#lineIsEmpty = text.endsWith('\n');
      return;
    }
    const words = text.replace(/[ \t\r\n\f]+/g, ' ');
    if (words === ' ' || words === '') {
      this.#blank ||= words === ' ' && !this.#lineIsEmpty;
      return;
    }
    if (this.#blank || (words.startsWith(' ') && !this.#lineIsEmpty)) this.#pieces.push(' ');
    this.#pieces.push(words.trim());
    this.#blank = words.endsWith(' ');
    this.#lineIsEmpty = false;
  }

  #newLine(): void {
    if (this.#hiddenText !== '' && !this.#hiddenText.endsWith('\n')) this.#hiddenText += '\n';
    this.#pieces.push('\n');
    this.#lineIsEmpty = true;
    this.#blank = false;
  }

  #startBlock(tag: string, look: Look): void {
    if (!this.#lineIsEmpty) this.#newLine();
    if (/^(?:p|h[1-6]|table|ul|ol|blockquote|hr)$/.test(tag)) this.#newLine();
    if (tag === 'li' && hiddenBy(look) === null) this.#say('- ');
  }

  #picture(attributes: Attributes): void {
    const isDot = ['width', 'height'].some((side) =>
      /^[01](?:px)?$/.test(attributes.get(side) ?? ''),
    );
    if (!isDot) this.#say(' [picture] ');
  }

  /** Writes where a link leads, unless its text says so. */
  #endLink(link: { url: string; text: string }): void {
    const text = visibleLine(link.text, 300);
    if (this.#links.length < this.#maxLinks) this.#links.push({ text, url: link.url });
    if (link.url !== text && link.url.replace(/^mailto:/, '') !== text)
      this.#say(` <${cut(link.url, 500)}>`);
  }
}

/** Where a link leads; null for places inside the message. */
function linkOf(attributes: Attributes): { url: string; text: string } | null {
  const href = decodeEntities(attributes.get('href') ?? '');
  // Browsers take line breaks and tabs out of an address before they read it.
  const url = cut(visibleLine(href.replace(/[\t\r\n]/g, ''), 2_000), 2_000);
  return url === '' || url.startsWith('#') ? null : { url, text: '' };
}

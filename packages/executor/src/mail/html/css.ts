/** Declarations that decide whether text can be seen, by property; values in lower case. */
export type Declarations = ReadonlyMap<string, string>;

/** Declarations in the order in which they win: ordinary ones, then those marked important. */
export interface Block {
  readonly normal: Declarations;
  readonly important: Declarations;
}

/** Rules of a mail's style sheets whose selector is one tag, class or id, or a tag with one of them. */
export interface Sheet {
  readonly byTag: ReadonlyMap<string, Block>;
  readonly byClass: ReadonlyMap<string, Block>;
  readonly byId: ReadonlyMap<string, Block>;
}

const SEEN_BY =
  /^(?:display|visibility|opacity|font-size|font|color|background|background-color|background-image|height|width|max-height|max-width|overflow|text-indent|position|left|top|right|clip|clip-path|transform)$/;

/** Characters of style sheets that are read. */
export const MAX_CSS = 400_000;
const MAX_RULES = 4_000;

/** Reads `a: b; c: d !important`, keeping what decides about being seen. Linear. */
export function readDeclarations(text: string): Block {
  const normal = new Map<string, string>();
  const important = new Map<string, string>();
  for (const piece of text.slice(0, 20_000).split(';')) {
    const colon = piece.indexOf(':');
    if (colon < 0) continue;
    const property = piece.slice(0, colon).trim().toLowerCase();
    if (!SEEN_BY.test(property)) continue;
    const value = piece
      .slice(colon + 1)
      .trim()
      .toLowerCase();
    const mark = value.indexOf('!important');
    if (mark >= 0) important.set(property, value.slice(0, mark).trim());
    else normal.set(property, value);
  }
  return { normal, important };
}

/**
 * Reads style sheets. Selectors with more than one step, and rules inside `@media` and its like, are
 * passed over: what they hide is taken as seen, and what they show is taken as their plain rules say.
 */
export function readSheet(css: string): Sheet {
  const sheet = {
    byTag: new Map<string, Block>(),
    byClass: new Map<string, Block>(),
    byId: new Map<string, Block>(),
  };
  const text = withoutComments(css.slice(0, MAX_CSS));
  let rules = 0;
  for (const { selectors, body } of rulesOf(text)) {
    if (++rules > MAX_RULES) break;
    const block = readDeclarations(body);
    if (block.normal.size + block.important.size === 0) continue;
    for (const selector of selectors.split(',').slice(0, 50))
      addRule(sheet, selector.trim(), block);
  }
  return sheet;
}

function addRule(
  sheet: Record<keyof Sheet, Map<string, Block>>,
  selector: string,
  block: Block,
): void {
  const match = /^([a-z][a-z0-9]*|\*)?(?:([.#])([\w-]+))?$/i.exec(selector);
  if (!match || selector === '') return;
  const [, tag = '', mark, name = ''] = match;
  const [map, key] =
    mark === '.'
      ? [sheet.byClass, name]
      : mark === '#'
        ? [sheet.byId, name]
        : [sheet.byTag, tag.toLowerCase()];
  const old = map.get(key);
  map.set(key, old ? merged(old, block) : block);
}

function merged(old: Block, block: Block): Block {
  return {
    normal: new Map([...old.normal, ...block.normal]),
    important: new Map([...old.important, ...block.important]),
  };
}

function* rulesOf(text: string): Generator<{ selectors: string; body: string }> {
  let at = 0;
  for (;;) {
    const open = text.indexOf('{', at);
    if (open < 0) return;
    // What ends in a semicolon before it is an at-rule without a block, such as `@import`.
    const head = text.slice(at, open);
    const selectors = head.slice(head.lastIndexOf(';') + 1);
    if (selectors.trim().startsWith('@')) at = blockEnd(text, open);
    else {
      const close = text.indexOf('}', open);
      if (close < 0) return;
      yield { selectors, body: text.slice(open + 1, close) };
      at = close + 1;
    }
  }
}

/** Where a block with blocks inside it ends. */
function blockEnd(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === 0x7b) depth++;
    else if (char === 0x7d && --depth === 0) return at + 1;
  }
  return text.length;
}

/** Without comments, and without the `<!--` that old style sheets were wrapped in. */
function withoutComments(css: string): string {
  let out = '';
  let at = 0;
  for (;;) {
    const open = css.indexOf('/*', at);
    if (open < 0) return (out + css.slice(at)).replaceAll('<!--', '').replaceAll('-->', '');
    out += css.slice(at, open);
    const close = css.indexOf('*/', open + 2);
    if (close < 0) return out;
    at = close + 2;
  }
}

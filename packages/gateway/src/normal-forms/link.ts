/** A place on the net that a text names: an address, a URL, or a bare host that readers' programs make clickable. */
export interface Link {
  readonly kind: 'mail' | 'url';
  /** As it stands in the text. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether it is all of its word (but for `mailto:`), not a part of a longer token. */
  readonly isWhole: boolean;
}

/** Where words end: white space, brackets, quotes, and what no URL holds bare. */
const RUN = /[^\s<>()[\]{}"'“”‘’„«»‹›`|\\^,;]+/gu;
const HOST_CHARACTERS = /[\p{L}\p{N}\p{M}.-]+/gu;
const AROUND_WORDS = '.:!?*_~…';

/**
 * Last labels that are no top-level domain but end file names, so that `report.txt` is no link. Every other
 * alphabetic last label counts as one, known or not: new ones are made every year.
 */
const FILE_ENDINGS = new Set(
  'avi bmp cfg conf csv doc docm docx eml epub exe gif gz htm html ico ics ini ipynb java jpeg jpg js json jsonl jsx log mbox mdx mp3 mp4 odp ods odt pdf png ppt pptm pptx psd rtf sql svg tar tex tgz tiff toml ts tsv tsx txt wav webp xls xlsm xlsx xml yaml yml'.split(
    ' ',
  ),
);

/**
 * A text without certain characters at its ends, and how many stood in front. By hand: the regular expression
 * for it takes time quadratic in a long row of dots.
 */
export function without(characters: string, text: string): { text: string; lead: number } {
  let start = 0;
  let end = text.length;
  while (start < end && characters.includes(text.charAt(start))) start++;
  while (end > start && characters.includes(text.charAt(end - 1))) end--;
  return { text: text.slice(start, end), lead: start };
}

/** All links of a text, in order; linear in its length, since outsiders choose the text. */
export function linksIn(text: string): readonly Link[] {
  const links: Link[] = [];
  for (const run of text.matchAll(RUN)) {
    const { text: word, lead } = without(AROUND_WORDS, run[0]);
    // A host has a dot, and whatever else is a link has a scheme.
    if (!word.includes('.') && !word.includes('://')) continue;
    const start = run.index + lead;
    links.push(...linksInWord(word).map((link) => ({ ...link, ...shifted(link, start) })));
  }
  return links;
}

function linksInWord(word: string): readonly Link[] {
  const scheme = word.indexOf('://');
  if (scheme >= 0) {
    const before = /[A-Za-z][A-Za-z0-9+.-]*$/.exec(word.slice(Math.max(0, scheme - 32), scheme));
    const start = scheme - (before?.[0].length ?? 0);
    return [linkAt('url', word, start, word.length)];
  }
  const links: Link[] = [];
  for (const piece of word.matchAll(/[^/?#&=:]+/gu)) {
    const at = piece[0].indexOf('@');
    if (at > 0 && hostIn(piece[0].slice(at + 1)) !== null) {
      links.push(linkAt('mail', word, piece.index, piece.index + piece[0].length));
      continue;
    }
    const host = at < 0 ? hostIn(piece[0]) : hostIn(piece[0].slice(at + 1));
    if (host === null) continue;
    const start = piece.index + (at < 0 ? 0 : at + 1) + host.start;
    // What follows the host up to the end of the word is its path.
    links.push(linkAt('url', word, start, word.length));
    break;
  }
  return links;
}

function hostIn(piece: string): { readonly start: number } | null {
  for (const candidate of piece.matchAll(HOST_CHARACTERS)) {
    const { text: host, lead } = without('.-', candidate[0]);
    if (isHost(host)) return { start: candidate.index + lead };
  }
  return null;
}

/** A name of at least two labels whose last one could be a top-level domain, or four numbers. */
function isHost(host: string): boolean {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(host)) return true;
  const labels = host.split('.');
  const last = (labels[labels.length - 1] ?? '').toLowerCase();
  if (labels.length < 2 || labels.some((label) => label === '')) return false;
  return /^(?:xn--[a-z0-9-]+|[\p{L}\p{M}]{2,})$/u.test(last) && !FILE_ENDINGS.has(last);
}

function linkAt(kind: Link['kind'], word: string, start: number, end: number): Link {
  const before = word.slice(0, start);
  const isWhole = end === word.length && (start === 0 || (kind === 'mail' && before === 'mailto:'));
  return { kind, text: word.slice(start, end), start, end, isWhole };
}

function shifted(link: Link, by: number) {
  return { start: link.start + by, end: link.end + by };
}

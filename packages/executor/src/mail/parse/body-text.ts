import { decodeText } from '../../text/charset.ts';
import { cut, visibleText } from '../../text/visible-text.ts';
import {
  type HiddenText,
  htmlToText,
  MAX_HIDDEN_TEXT,
  NOTHING_HIDDEN,
  type SeenHtml,
} from '../html/to-text.ts';
import type { BodyPart } from './leaves.ts';
import { MAIL_LIMITS } from './limits.ts';
import type { Part } from './part.ts';
import { unpack } from './transfer.ts';

/** The text of a message as a person sees it. */
export interface BodyText extends SeenHtml {
  readonly from: 'plain' | 'html' | 'none';
  readonly problems: readonly string[];
}

/** Reads the text of a message. `fromMbox` undoes the `>From ` that mbox files need. */
export function readBody(bytes: Buffer, bodies: readonly BodyPart[], fromMbox: boolean): BodyText {
  const problems = new Set<string>();
  const seen = bodies.map((body) => pieceOf(bytes, body, fromMbox, problems));
  return {
    text: seen
      .map((piece) => piece.text)
      .filter((text) => text !== '')
      .join('\n\n'),
    links: seen.flatMap((piece) => piece.links).slice(0, MAIL_LIMITS.links),
    hidden: seen.map((piece) => piece.hidden).reduce(together, NOTHING_HIDDEN),
    from: bodies.some(({ kind }) => kind === 'html')
      ? 'html'
      : bodies.length > 0
        ? 'plain'
        : 'none',
    problems: [...problems],
  };
}

function pieceOf(
  bytes: Buffer,
  body: BodyPart,
  fromMbox: boolean,
  problems: Set<string>,
): SeenHtml {
  const source = partText(bytes, body.part, fromMbox, problems);
  const written: SeenHtml =
    body.kind === 'html'
      ? htmlToText(source, MAIL_LIMITS.links)
      : { text: plainPiece(source, body.part), links: [], hidden: NOTHING_HIDDEN };
  // After the HTML is read, since character references can name what nobody sees.
  const { text, unseen } = visibleText(written.text);
  const plain = body.unseenPlain ? partText(bytes, body.unseenPlain, fromMbox, new Set()) : '';
  // Only the beginnings are compared: whoever hides something puts it where it will be read.
  const told = tellsMore(plain.slice(0, 20_000), text) ? plain : '';
  return {
    ...written,
    text,
    hidden: [hidden('unseen-characters', unseen), hidden('plain-version', told)].reduce(
      together,
      written.hidden,
    ),
  };
}

function hidden(way: string, text: string): HiddenText {
  return text === '' ? NOTHING_HIDDEN : { characters: text.length, ways: [way], text };
}

function together(a: HiddenText, b: HiddenText): HiddenText {
  return {
    characters: a.characters + b.characters,
    ways: [...new Set([...a.ways, ...b.ways])],
    text: cut([a.text, b.text].filter((text) => text !== '').join('\n'), MAX_HIDDEN_TEXT),
  };
}

/** A text part's text: unpacked, decoded, cut at the limit. */
function partText(bytes: Buffer, part: Part, fromMbox: boolean, problems: Set<string>): string {
  const end = Math.min(part.end, part.start + MAIL_LIMITS.textBytes);
  if (end < part.end) problems.add('text-cut');
  const unpacked = unpack(bytes.subarray(part.start, end), part.encoding);
  const { text, problem } = decodeText(unpacked, part.charset ?? charsetInHtml(unpacked, part));
  if (problem) problems.add(problem);
  const lines = text.replace(/\r\n?/g, '\n');
  return fromMbox && part.encoding !== 'base64' ? lines.replace(/^>(>*From )/gm, '$1') : lines;
}

/** HTML may name its charset itself where the header does not. */
function charsetInHtml(unpacked: Buffer, part: Part): string | null {
  if (!part.mediaType.includes('html')) return null;
  const head = unpacked.toString('latin1', 0, Math.min(unpacked.length, 2_000));
  return /<meta[^>]{0,200}charset\s{0,3}=\s{0,3}["']?([\w-]{2,40})/i.exec(head)?.[1] ?? null;
}

function plainPiece(text: string, part: Part): string {
  if (part.mediaType === 'text/enriched' || part.mediaType === 'text/richtext')
    return text.replace(/<[^<>\n]{0,100}>/g, '').trim();
  const flowed = (part.parameters.get('format') ?? '').toLowerCase() === 'flowed';
  const deletes = (part.parameters.get('delsp') ?? '').toLowerCase() === 'yes';
  return (flowed ? unflow(text, deletes) : text).replace(/[ \t]+$/gm, '').trim();
}

/** Joins lines that end in a blank (RFC 3676), within one depth of quoting. */
function unflow(text: string, deletesBlank: boolean): string {
  const out: { quote: string; text: string; open: boolean }[] = [];
  for (const line of text.split('\n')) {
    const quote = /^>*/.exec(line)?.[0] ?? '';
    const content = line.slice(quote.length).replace(/^ /, '');
    const soft = content.endsWith(' ') && content !== '-- ';
    const shown = soft && deletesBlank ? content.slice(0, -1) : content;
    const last = out.at(-1);
    if (last?.open && last.quote === quote && content !== '-- ') {
      last.text += shown;
      last.open = soft;
    } else out.push({ quote, text: shown, open: soft });
  }
  return out.map(({ quote, text: line }) => (quote === '' ? line : `${quote} ${line}`)).join('\n');
}

/** Whether a plain version says much that the version people see does not. */
function tellsMore(plain: string, seen: string): boolean {
  const known = new Set(wordsOf(seen));
  const words = [...new Set(wordsOf(plain))];
  const unseen = words.filter((word) => !known.has(word)).length;
  return unseen >= 12 && unseen > words.length * 0.3;
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]{3,40}/gu) ?? [];
}

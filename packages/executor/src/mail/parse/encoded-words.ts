import { decodeText } from '../../text/charset.ts';
import { decodeBase64, decodeQuotedPrintable } from './transfer.ts';

/** `=?charset?B?text?=` (RFC 2047). Blanks inside are against the rule and common. */
const WORD = /=\?([^?\s]{1,80})\?([bq])\?([^?]*)\?=/gi;

/**
 * The text of a header field: encoded words decoded, raw 8-bit bytes taken as UTF-8 or else as `hint`,
 * the charset the message uses. Never throws.
 * @param raw a code unit for each byte
 */
export function decodeWords(raw: string, hint: string | null = null): string {
  if (!raw.includes('=?')) return rawText(raw, hint);
  let out = '';
  let end = 0;
  let run: Run | null = null;
  for (const match of raw.matchAll(WORD)) {
    const between = raw.slice(end, match.index);
    const word = wordOf(match);
    // Blanks between two encoded words are not shown (section 6.2).
    const joins = run !== null && between.trim() === '';
    if (joins && run !== null && run.charset === word.charset) run.pieces.push(word.bytes);
    else {
      out += run ? runText(run) : '';
      if (!joins) out += rawText(between, hint);
      run = { charset: word.charset, pieces: [word.bytes] };
    }
    end = match.index + match[0].length;
  }
  return out + (run ? runText(run) : '') + rawText(raw.slice(end), hint);
}

/** Words of one charset in a row: a character may be split between two of them. */
interface Run {
  readonly charset: string;
  readonly pieces: Buffer[];
}

function wordOf([, charset = '', encoding = '', text = '']: RegExpMatchArray) {
  const bytes = Buffer.from(text, 'latin1');
  const decoded =
    encoding.toLowerCase() === 'b'
      ? decodeBase64(bytes)
      : decodeQuotedPrintable(Buffer.from(text.replaceAll('_', ' '), 'latin1'));
  // RFC 2231 lets a language follow: `utf-8*en`.
  return { charset: (charset.split('*', 1)[0] ?? '').toLowerCase(), bytes: decoded };
}

function runText({ charset, pieces }: Run): string {
  return decodeText(Buffer.concat(pieces), charset).text;
}

function rawText(raw: string, hint: string | null): string {
  return /[\x80-\xff]/.test(raw) ? rawBytesText(Buffer.from(raw, 'latin1'), hint) : raw;
}

/** Raw bytes where only ASCII is allowed: UTF-8 where they can be, else what the body says it is. */
function rawBytesText(bytes: Buffer, hint: string | null): string {
  const asUtf8 = decodeText(bytes, 'utf-8');
  return asUtf8.problem === null ? asUtf8.text : decodeText(bytes, hint).text;
}

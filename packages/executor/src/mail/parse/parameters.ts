import { decodeText } from '../../text/charset.ts';
import { decodeWords } from './encoded-words.ts';

/** A structured field such as Content-Type: its value in lower case, and its parameters by lower-case name. */
export interface Parameterised {
  readonly value: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const MAX_PARAMETERS = 100;

/**
 * Reads `value; name=text; name*0*=utf-8''part` (RFC 2045, RFC 2231). Names that are in encoded words
 * although the rule forbids it are decoded as every mail program does.
 * @param raw a code unit for each byte
 */
export function readParameters(raw: string): Parameterised {
  const pieces = splitOutsideQuotes(raw);
  const value = (pieces[0] ?? '').trim().toLowerCase();
  const given = new Map<string, string>();
  for (const piece of pieces.slice(1, MAX_PARAMETERS + 1)) {
    const equals = piece.indexOf('=');
    if (equals < 0) continue;
    const name = piece.slice(0, equals).trim().toLowerCase();
    if (name !== '' && !given.has(name)) given.set(name, unquoted(piece.slice(equals + 1).trim()));
  }
  return { value, parameters: joined(given) };
}

/** Splits at semicolons, but not inside quotes or comments. Linear. */
function splitOutsideQuotes(raw: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  let quoted = false;
  let comment = 0;
  for (let i = 0; i < raw.length; i++) {
    const char = raw.charAt(i);
    if (char === '\\' && (quoted || comment > 0)) {
      if (comment === 0) piece += char + raw.charAt(i + 1);
      i++;
    } else if (char === '"' && comment === 0) {
      quoted = !quoted;
      piece += char;
    } else if (!quoted && char === '(') comment++;
    else if (!quoted && comment > 0) comment -= char === ')' ? 1 : 0;
    else if (!quoted && char === ';') {
      pieces.push(piece);
      piece = '';
    } else piece += char;
  }
  pieces.push(piece);
  return pieces;
}

function unquoted(text: string): string {
  if (!text.startsWith('"')) return text;
  return text.replace(/^"|"$/g, '').replace(/\\(.)/gs, '$1');
}

/** Joins the parts of RFC 2231 and decodes all values. */
function joined(given: ReadonlyMap<string, string>): Map<string, string> {
  const out = new Map<string, string>();
  const parts = new Map<string, { index: number; text: string; encoded: boolean }[]>();
  for (const [name, text] of given) {
    const star = /^([^*]+)(?:\*(\d{1,4}))?(\*?)$/.exec(name);
    if (!star || name === star[1]) {
      if (!out.has(name)) out.set(name, decodeWords(text));
      continue;
    }
    const base = star[1] ?? name;
    const list = parts.get(base) ?? [];
    list.push({ index: Number(star[2] ?? 0), text, encoded: star[3] === '*' });
    parts.set(base, list);
  }
  for (const [base, list] of parts) out.set(base, extended(list));
  return out;
}

function extended(list: { index: number; text: string; encoded: boolean }[]): string {
  list.sort((a, b) => a.index - b.index);
  const first = /^([^']{0,80})'[^']{0,80}'/.exec(list[0]?.text ?? '');
  const bytes = list.map(({ text, encoded }, i) => {
    const own = i === 0 && encoded && first ? text.slice(first[0].length) : text;
    return encoded ? percentDecoded(own) : Buffer.from(own, 'latin1');
  });
  return decodeText(Buffer.concat(bytes), first?.[1] || 'utf-8').text;
}

function percentDecoded(text: string): Buffer {
  const plain = text.replace(/%([0-9a-f]{2})/gi, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(plain, 'latin1');
}

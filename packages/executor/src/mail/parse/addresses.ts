import { visibleLine } from '../../text/visible-text.ts';
import { decodeWords } from './encoded-words.ts';
import { MAIL_LIMITS } from './limits.ts';

/** A person as a header names one; either part may be empty, both are whatever the sender typed. */
export interface Address {
  readonly name: string;
  readonly address: string;
}

/**
 * Reads an address list (RFC 5322 section 3.4) as mail programs wrote it: groups, comments, routes,
 * stray quotes, semicolons for commas. Linear, at most 1,000 addresses.
 * @param raw a code unit for each byte; encoded words are decoded after the commas are found
 */
export function readAddresses(raw: string, hint: string | null = null): readonly Address[] {
  const found: Address[] = [];
  let entry = blank();
  const finish = () => {
    const address = toAddress(entry, hint);
    if (address && found.length < MAIL_LIMITS.addresses) found.push(address);
    entry = blank();
  };
  // What is never closed is a plain character, or it would swallow the rest of the list.
  const [lastQuote, lastClose, lastAngle] = ['"', ')', '>'].map((char) => raw.lastIndexOf(char));
  const closes = (at: number, last: number | undefined) => at < (last ?? -1);
  let state: 'phrase' | 'quoted' | 'angle' = 'phrase';
  let comment = 0;
  for (let i = 0; i < raw.length; i++) {
    const char = raw.charAt(i);
    if (char === '\\' && (state === 'quoted' || comment > 0)) {
      entry[comment > 0 ? 'comment' : 'phrase'] += raw.charAt(++i);
    } else if (comment > 0) {
      comment += char === '(' ? 1 : char === ')' ? -1 : 0;
      if (comment > 0) entry.comment += char;
    } else if (state === 'quoted') {
      if (char === '"') state = 'phrase';
      else entry.phrase += char;
    } else if (char === '(' && closes(i, lastClose)) comment = 1;
    else if (state === 'angle') {
      if (char === '>') state = 'phrase';
      else entry.angle += char;
    } else if (char === '"') {
      if (closes(i, lastQuote)) state = 'quoted';
    } else if (char === '<' && closes(i, lastAngle)) {
      state = 'angle';
      entry.hasAngle = true;
      entry.angle = '';
    } else if (char === ',' || char === ';') finish();
    else if (char === ':' && !entry.hasAngle) entry = blank();
    else entry.phrase += char;
  }
  finish();
  return found;
}

interface Entry {
  phrase: string;
  angle: string;
  hasAngle: boolean;
  comment: string;
}

function blank(): Entry {
  return { phrase: '', angle: '', hasAngle: false, comment: '' };
}

function toAddress(entry: Entry, hint: string | null): Address | null {
  const phrase = entry.phrase.trim();
  // A route (`@relay:user@host`) was once allowed before the address.
  const angle = entry.angle.slice(entry.angle.lastIndexOf(':') + 1);
  const address = entry.hasAngle ? angle : phrase.includes('@') ? phrase : '';
  const name = entry.hasAngle || address === '' ? phrase || entry.comment : entry.comment;
  const shown = {
    name: visibleLine(decodeWords(name.trim(), hint), 300),
    address: visibleLine(decodeWords(address, hint).replace(/\s+/g, ''), 320),
  };
  return shown.name === '' && shown.address === '' ? null : shown;
}

import type { Json, Pointer, Readers, Sink } from '@countersign/contract';
import { readDate, sameDate } from './normal-forms/date.ts';
import { readIban } from './normal-forms/iban.ts';
import { readMail } from './normal-forms/mail.ts';
import { readQuantity } from './normal-forms/number.ts';
import { readPhone } from './normal-forms/phone.ts';
import { isPlain } from './normal-forms/plain.ts';
import { instantOf, type Prepared, readersOfAll } from './normal-forms/prepared.ts';
import { readTime } from './normal-forms/time.ts';
import { readUrl, sameAddress } from './normal-forms/url.ts';
import {
  isIdentifier,
  isNextTo,
  isQuoted,
  isSentenceStart,
  namingWords,
  placesOf,
} from './normal-forms/words.ts';

/** A value that was looked for in trusted texts. */
export interface Claim {
  /** What the value decides. `query` counts as `sel` where something is changed by it. */
  readonly sink: Extract<Sink, 'dest' | 'sel' | 'val' | 'content'>;
  /** Place of the argument: its name tells what a bare word or number next to that name means. */
  readonly pointer: Pointer;
  readonly value: Json;
  /** Milliseconds since 1970, for `today` and dates without a year. */
  readonly now: number;
}

/**
 * Rule E1: the value equals, in its normal form and as a whole token, a value in the principal's own material.
 * Gives who may read the texts it stands in, or null where it stands in none.
 *
 * Coincidence is the enemy: a short word or number that happens to stand in a long message vouches for
 * nothing. So a plain word counts only where the material names something by it: in quotes, after `#` or `@`,
 * next to the argument's own name, or as a name with a capital within a sentence; a bare number selects
 * something only next to such a name or `id`, `no`, `number`, `#`, or from six digits on.
 */
export function trustedMatch(claim: Claim, texts: readonly Prepared[]): Readers | null {
  const written = textOf(claim.value);
  if (written === null || !isPlain(written)) return null;
  const matching = texts.filter((text) =>
    claim.sink === 'content' ? isWholePassage(written, text) : isNamed(claim, written, text),
  );
  return matching.length === 0 ? null : readersOfAll(matching);
}

/** Only texts and numbers can be named; `true`, `null` and empty containers are answers to questions nobody asked. */
function textOf(value: Json): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : null;
}

function isNamed(claim: Claim, value: string, text: Prepared): boolean {
  if (typeof claim.value === 'number' || /^\d+$/.test(value))
    return isNamedNumber(claim, value, text);
  // What is a mail address or has a scheme is compared as one or not at all.
  const mail = readMail(value);
  if (mail !== null) return text.mails.has(mail);
  if (value.includes('://')) return isTypedValue(claim, value, text);
  return (
    isTypedValue(claim, value, text) ||
    (isIdentifier(value) && text.tokens.has(value)) ||
    isNamedPhrase(claim, value, text)
  );
}

function isTypedValue({ sink, now }: Claim, value: string, text: Prepared): boolean {
  const iban = readIban(value);
  if (iban !== null && text.ibans.has(iban)) return true;
  const phone = readPhone(value);
  if (phone !== null && text.phones.has(phone)) return true;
  const url = readUrl(value);
  if (url !== null && text.urls.some((trusted) => sameAddress(url, trusted))) return true;
  return sink !== 'dest' && (isNamedTime(value, text, now) || isNamedQuantity(sink, value, text));
}

/** A date, a time, or both from one sentence. */
function isNamedTime(value: string, text: Prepared, now: number): boolean {
  const instant = instantOf(value);
  if (instant !== null) return text.instants.has(instant);
  const date = readDate(value);
  if (date !== null) return text.dates.some((named) => sameDate(date, named, now));
  const time = readTime(value);
  if (time !== null) return text.times.has(time);
  const parts = /^(\d{4}-\d{2}-\d{2})(?:T|,? )(\d.*)$/.exec(value);
  const day = readDate(parts?.[1] ?? '');
  const clock = readTime(parts?.[2] ?? '');
  if (day === null || clock === null) return false;
  return text.sentences.some(
    ({ dates, times }) => times.has(clock) && dates.some((named) => sameDate(day, named, now)),
  );
}

function isNamedQuantity(sink: Claim['sink'], value: string, text: Prepared): boolean {
  if (sink !== 'val') return false;
  const quantity = readQuantity(value);
  if (quantity === null) return false;
  const { amount, unit } = quantity;
  return unit === null ? text.numbers.has(amount) : text.quantities.has(`${amount} ${unit}`);
}

const LONG_NUMBER = 6;
const NUMBER_WORDS = ['id', 'no', 'nr', 'num', 'number'];

function isNamedNumber({ sink, pointer }: Claim, value: string, text: Prepared): boolean {
  if (sink === 'val') return text.numbers.has(String(Number(value)));
  if (!/^\d+$/.test(value)) return false;
  if (sink === 'dest' && text.phones.has(value)) return true;
  if (value.length >= LONG_NUMBER && text.tokens.has(value)) return true;
  const words = [...NUMBER_WORDS, ...namingWords(pointer)];
  return (
    text.tokens.has(value) &&
    placesOf(value, text.text).some(
      (at) => text.text[at - 1] === '#' || isNextTo(value, text.text, at, words),
    )
  );
}

const TOO_GENERAL = new Set(['id', 'name', 'value', 'to', 'the', 'text', 'key', 'type']);

function isNamedPhrase({ pointer }: Claim, value: string, text: Prepared): boolean {
  if (value.length < 3 || value.length > 200 || /[\n\r\t]/.test(value) || value.trim() !== value)
    return false;
  const words = namingWords(pointer).filter((word) => !TOO_GENERAL.has(word));
  const isName =
    /\p{Lu}/u.test(value) && value.split(' ').every((word) => /^[\p{Lu}\p{N}]/u.test(word));
  const isOneWord = !value.includes(' ');
  const isMarked = /^[#@][\p{L}\p{N}_-]+$/u.test(value);
  return placesOf(value, text.text).some(
    (at) =>
      isMarked ||
      isQuoted(value, text.text, at) ||
      (isOneWord && /[#@]/.test(text.text[at - 1] ?? '')) ||
      isNextTo(value, text.text, at, words) ||
      (isName && !(isOneWord && isSentenceStart(text.text, at))),
  );
}

/**
 * Content is the principal's own only as a whole passage: from a line's start, a colon or an opening quote to
 * a line's end or the closing quote. A part chosen by a model could say the opposite of the whole.
 */
function isWholePassage(value: string, { text }: Prepared): boolean {
  const passage = value.trim().replace(/\r\n?/g, '\n');
  if (passage.length < 3) return false;
  return placesOf(passage, text).some((at) => {
    if (isQuoted(passage, text, at)) return true;
    return beginsPassage(text.slice(0, at)) && endsPassage(text.slice(at + passage.length));
  });
}

function beginsPassage(before: string): boolean {
  const words = before.trimEnd();
  const space = before.slice(words.length);
  return words === '' || space.includes('\n') || (words.endsWith(':') && space !== '');
}

function endsPassage(after: string): boolean {
  const words = after.trimStart();
  return words === '' || after.slice(0, after.length - words.length).includes('\n');
}

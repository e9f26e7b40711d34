import { isTainted, join, type Label, type Readers, SYSTEM } from '@countersign/contract';
import { Lru } from '../lru.ts';
import type { Material } from '../situation.ts';
import { type DateHit, datesIn } from './date.ts';
import { ibansIn } from './iban.ts';
import { linksIn } from './link.ts';
import { readMail } from './mail.ts';
import { quantitiesIn } from './number.ts';
import { phonesIn } from './phone.ts';
import { type TimeForm, timesIn } from './time.ts';
import { readUrl, type WebAddress } from './url.ts';
import { tokensIn } from './words.ts';

/** A trusted text with all its typed values in their normal forms, made once and compared many times. */
export interface Prepared extends PreparedText {
  readonly label: Label;
}

interface PreparedText {
  /** NFKC, line ends as `\n`. */
  readonly text: string;
  readonly mails: ReadonlySet<string>;
  readonly urls: readonly WebAddress[];
  readonly phones: ReadonlySet<string>;
  readonly ibans: ReadonlySet<string>;
  /** Numbers as ECMAScript writes them. */
  readonly numbers: ReadonlySet<string>;
  /** `<number> <unit>`. */
  readonly quantities: ReadonlySet<string>;
  readonly dates: readonly DateHit['date'][];
  readonly times: ReadonlySet<TimeForm>;
  /** Dates and times that stand in one sentence belong together. */
  readonly sentences: readonly {
    readonly dates: readonly DateHit['date'][];
    readonly times: ReadonlySet<TimeForm>;
  }[];
  /** Points in time written with their offset from UTC, as ECMAScript writes them in UTC. */
  readonly instants: ReadonlySet<string>;
  /** Whole tokens that are no part of a date, a time or a sum. */
  readonly tokens: ReadonlySet<string>;
}

/** A run's texts come with each of its calls; reading instructions of fifty pages takes milliseconds. */
const prepared = new Lru<string, PreparedText>(256);

/** The trusted texts of some material. Whatever anyone could have written is passed over, wherever it was put. */
export function trustedTexts(material: readonly Material[]): readonly Prepared[] {
  return material
    .filter(({ label }) => !isTainted(label.integrity))
    .map(({ text, label }) => ({ ...prepared.getOrMake(text, () => prepare(text)), label }));
}

/** Who may read what stands in all of some texts. */
export function readersOfAll(texts: readonly Prepared[]): Readers {
  return texts.reduce((all, { label }) => join(all, label), SYSTEM as Label).readers;
}

function prepare(given: string): PreparedText {
  const text = given.normalize('NFKC').replace(/\r\n?/g, '\n');
  const plain = text.replace(/(\d{4}-\d{2}-\d{2})T(?=\d{2}:\d{2})/g, '$1 ');
  const links = linksIn(plain).filter(({ isWhole }) => isWhole);
  const dates = datesIn(plain);
  const times = timesIn(plain);
  const quantities = quantitiesIn(plain);
  const sums = quantities.filter(({ unit }) => unit !== null);
  return {
    text,
    mails: new Set(links.flatMap((link) => readMail(link.text) ?? [])),
    urls: links.flatMap((link) => readUrl(link.text) ?? []),
    phones: new Set(phonesIn(plain)),
    ibans: new Set(ibansIn(plain)),
    numbers: new Set(quantities.map(({ amount }) => amount)),
    quantities: new Set(sums.map(({ amount, unit }) => `${amount} ${unit}`)),
    dates: dates.map(({ date }) => date),
    times: new Set(times.map(({ time }) => time)),
    sentences: sentencesOf(plain, dates, times),
    instants: instantsIn(text),
    tokens: tokensIn(withoutSpans(plain, [...dates, ...times, ...sums])),
  };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function sentencesOf(
  text: string,
  dates: readonly DateHit[],
  times: readonly (Span & { readonly time: TimeForm })[],
): Prepared['sentences'] {
  const ends = [...text.matchAll(/[.!?](?=\s)|\n/g)].map((hit) => hit.index);
  const sentences = [...ends, text.length].map(() => ({
    dates: [] as DateHit['date'][],
    times: new Set<TimeForm>(),
  }));
  for (const { date, start } of dates) sentences[countBelow(ends, start)]?.dates.push(date);
  for (const { time, start } of times) sentences[countBelow(ends, start)]?.times.add(time);
  return sentences.filter((one) => one.dates.length > 0 && one.times.size > 0);
}

/** How many of the ascending numbers are below a bound. */
function countBelow(ascending: readonly number[], bound: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

function instantsIn(text: string): ReadonlySet<string> {
  const hits = text.matchAll(
    /(?<![\p{L}\p{N}_.-])\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})(?![\p{L}\p{N}_:])/gu,
  );
  return new Set([...hits].flatMap((hit) => instantOf(hit[0]) ?? []));
}

/** A point in time with its offset, in UTC; null where there is no such time. */
export function instantOf(value: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/.test(value))
    return null;
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** The text with spans blanked out, so that their parts are no tokens of their own. */
function withoutSpans(text: string, spans: readonly Span[]): string {
  let rest = '';
  let from = 0;
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (end <= from) continue;
    rest += `${text.slice(from, Math.max(from, start))}\n`;
    from = end;
  }
  return rest + text.slice(from);
}

/** A number with the unit it was written with; null for none. */
export interface Quantity {
  /** The number as ECMAScript writes it. */
  readonly amount: string;
  readonly unit: string | null;
}

const SIGNS: Readonly<Record<string, string>> = {
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
};
const CODES = new Set(
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF INR JPY KRW MXN NOK NZD PLN SEK SGD TRY USD ZAR'.split(
    ' ',
  ),
);
const WORDS: Readonly<Record<string, string>> = {
  '%': '%',
  percent: '%',
  dollar: 'USD',
  euro: 'EUR',
  pound: 'GBP',
  yen: 'JPY',
  second: 's',
  sec: 's',
  minute: 'min',
  min: 'min',
  hour: 'h',
  hr: 'h',
  h: 'h',
  day: 'd',
  week: 'w',
  month: 'mo',
  year: 'y',
};

/** Reads a whole value as a number, alone or with a currency or unit. */
export function readQuantity(value: string): Quantity | null {
  const hit = WHOLE.exec(value);
  return hit ? quantityOf(hit) : null;
}

/**
 * Numbers that stand in a text as whole tokens, each with its unit and where it stands. The counters of a list
 * (`1.`, `2)` at the start of a line or sentence) are no numbers.
 */
export function quantitiesIn(
  text: string,
): readonly (Quantity & { readonly start: number; readonly end: number })[] {
  const found = [];
  for (const hit of text.matchAll(ANYWHERE)) {
    const quantity = quantityOf(hit);
    const start = hit.index;
    if (quantity === null || isCounter(text, start, hit[0])) continue;
    found.push({ ...quantity, start, end: start + hit[0].length });
  }
  return found;
}

const NUMBER = String.raw`(?<number>[-+]?(?:\d{1,3}(?:[,' ]\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?|\d{1,3}(?:\.\d{3})+,\d+|\d+(?:[.,]\d+)?))`;
const BEFORE = String.raw`(?:(?<sign>[$€£¥₹])\s?|(?<code>[A-Z]{3})\s)?`;
const AFTER = String.raw`(?:\s?(?<after>[$€£¥₹%]|[A-Za-z]{1,8}(?![\p{L}\p{N}])))?`;
const WHOLE = new RegExp(`^${BEFORE}${NUMBER}${AFTER}$`, 'u');
const ANYWHERE = new RegExp(
  String.raw`(?<![\p{L}\p{N}_@/:.,-])${BEFORE}${NUMBER}(?![\p{L}\p{N}_@/:]|[.,-]\d)${AFTER}`,
  'gu',
);

function quantityOf(hit: RegExpMatchArray): Quantity | null {
  const groups = hit.groups ?? {};
  const amount = readNumber(groups['number'] ?? '');
  if (amount === null) return null;
  return { amount, unit: unitOf(groups['sign'] ?? groups['code'] ?? groups['after']) };
}

function unitOf(written: string | undefined): string | null {
  if (written === undefined) return null;
  if (Object.hasOwn(SIGNS, written)) return SIGNS[written] ?? null;
  if (CODES.has(written)) return written;
  const word = written.toLowerCase();
  const singular = word.length > 2 ? word.replace(/s$/, '') : word;
  return Object.hasOwn(WORDS, singular) ? (WORDS[singular] ?? null) : null;
}

/**
 * One reading for each way of writing: a comma before one, two or more than three digits is a decimal comma
 * (`98,70`), before exactly three a separator of thousands (`1,200`); a single dot is a decimal point.
 */
function readNumber(text: string): string | null {
  let plain = text.replace(/[' ]/g, '');
  const commas = plain.split(',').length - 1;
  const dots = plain.split('.').length - 1;
  if (commas > 0 && dots > 0)
    plain =
      plain.lastIndexOf(',') > plain.lastIndexOf('.')
        ? plain.replace(/\./g, '').replace(',', '.')
        : plain.replace(/,/g, '');
  else if (dots > 1) plain = plain.replace(/\./g, '');
  else if (commas > 0)
    plain = /,\d{3}(?!\d)/.test(plain) ? plain.replace(/,/g, '') : plain.replace(',', '.');
  const number = Number(plain);
  return plain !== '' && Number.isFinite(number) ? String(number) : null;
}

/** Whether the number only counts the items of a list: at the start of a line or sentence, before `.` or `)`. */
function isCounter(text: string, start: number, number: string): boolean {
  const before = text.slice(Math.max(0, start - 8), start).replace(/[ \t]+$/, '');
  const after = text.slice(start + number.length, start + number.length + 2);
  return /^\d{1,2}$/.test(number) && /(?:^|[\n.:;!?])$/.test(before) && /^[.)](?:\s|$)/.test(after);
}

const MONTHS =
  'january february march april may june july august september october november december'.split(
    ' ',
  );
const MONTH = String.raw`(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t|tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`;
const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`;

/** The ways of writing a date that have one reading. A missing year is left open. */
const FORMS: readonly string[] = [
  String.raw`(?<year>\d{4})-(?<monthNumber>\d{1,2})-${DAY}`,
  String.raw`(?<year>\d{4})/(?<monthNumber>\d{1,2})/${DAY}`,
  String.raw`${DAY}\.(?<monthNumber>\d{1,2})\.(?<year>\d{4})`,
  String.raw`${DAY}(?: of)?[ -]${MONTH}(?:,?[ -](?<year>\d{4}))?`,
  String.raw`${MONTH} ${DAY}(?:,? (?<year>\d{4}))?`,
];
const WHOLE = FORMS.map((form) => new RegExp(`^${form}$`, 'i'));
const ANYWHERE = FORMS.map(
  (form) =>
    new RegExp(String.raw`(?<![\p{L}\p{N}_./-])${form}(?![\p{L}\p{N}_]|[/-]\d|\.\d)`, 'giu'),
);
/** Days that are named by their distance from today. */
const DISTANCES: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };

/** `YYYY-MM-DD`, or `--MM-DD` where the year is left open (ISO 8601:1988). */
export type DateForm = string;

/** Reads a whole value as a date; null where it is none, or none that exists. */
export function readDate(value: string): DateForm | null {
  // Most values that are asked about are none, and every form begins like this.
  if (!/^[\dadfjmnos]/i.test(value)) return null;
  for (const form of WHOLE) {
    const hit = form.exec(value);
    if (hit) return dateOf(hit);
  }
  return null;
}

/** A date in a text, and where it stands. */
export interface DateHit {
  readonly date: DateForm | { readonly daysFromToday: number };
  readonly start: number;
  readonly end: number;
}

/** Dates that stand in a text as whole tokens. */
export function datesIn(text: string): readonly DateHit[] {
  const written = ANYWHERE.flatMap((form) =>
    [...text.matchAll(form)].flatMap((hit) => {
      const date = dateOf(hit);
      return date === null ? [] : [{ date, start: hit.index, end: hit.index + hit[0].length }];
    }),
  );
  const named = [
    ...text.matchAll(/(?<![\p{L}\p{N}_-])(?:yesterday|today|tomorrow)(?![\p{L}\p{N}_-])/giu),
  ];
  return [
    ...written,
    ...named.map((hit) => ({
      date: { daysFromToday: DISTANCES[hit[0].toLowerCase()] ?? 0 },
      start: hit.index,
      end: hit.index + hit[0].length,
    })),
  ];
}

/**
 * Whether a value's date is one a text names. A date without a year in the text means this year's or next
 * year's; `tomorrow` counts from `now` (milliseconds since 1970, UTC).
 */
export function sameDate(value: DateForm, named: DateHit['date'], now: number): boolean {
  if (typeof named !== 'string')
    return value === new Date(now + named.daysFromToday * 86_400_000).toISOString().slice(0, 10);
  if (value === named) return true;
  const year = new Date(now).getUTCFullYear();
  return value.slice(4) === named.slice(1) && [year, year + 1].includes(Number(value.slice(0, 4)));
}

function dateOf(hit: RegExpMatchArray): DateForm | null {
  const { year, monthNumber, month, day } = hit.groups ?? {};
  const number = month === undefined ? Number(monthNumber) : monthOf(month);
  // A leap year, so that 29 February without a year exists.
  const exists = new Date(Date.UTC(Number(year ?? 2000), number - 1, Number(day)));
  if (number < 1 || number > 12 || exists.getUTCDate() !== Number(day)) return null;
  const end = `-${String(number).padStart(2, '0')}-${String(Number(day)).padStart(2, '0')}`;
  return year === undefined ? `-${end}` : `${year}${end}`;
}

function monthOf(name: string): number {
  return MONTHS.findIndex((month) => month.startsWith(name.toLowerCase().slice(0, 3))) + 1;
}

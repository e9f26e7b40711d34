/** `HH:MM`, or `HH:MM:SS` where the seconds are not zero. */
export type TimeForm = string;

const CLOCK = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.0+)?)?(?:\s?(?<half>[ap]\.?m\.?))?`;
const HALF_DAY = String.raw`(?<hour>\d{1,2})\s?(?<half>[ap]\.?m\.?)`;
const NAMED = '(?<named>noon|midday|midnight)';
const WHOLE = [CLOCK, HALF_DAY, NAMED].map((form) => new RegExp(`^${form}$`, 'i'));
const ANYWHERE = [CLOCK, HALF_DAY, NAMED].map(
  (form) => new RegExp(String.raw`(?<![\p{L}\p{N}_:.-])${form}(?![\p{L}\p{N}_]|:\d)`, 'giu'),
);

/** Reads a whole value as a time of day; null where it is none. */
export function readTime(value: string): TimeForm | null {
  for (const form of WHOLE) {
    const hit = form.exec(value);
    if (hit) return timeOf(hit);
  }
  return null;
}

/** Times of day that stand in a text as whole tokens, and where. */
export function timesIn(
  text: string,
): readonly { readonly time: TimeForm; readonly start: number; readonly end: number }[] {
  return ANYWHERE.flatMap((form) =>
    [...text.matchAll(form)].flatMap((hit) => {
      const time = timeOf(hit);
      return time === null ? [] : [{ time, start: hit.index, end: hit.index + hit[0].length }];
    }),
  );
}

function timeOf(hit: RegExpMatchArray): TimeForm | null {
  const { hour, minute, second, half, named } = hit.groups ?? {};
  if (named !== undefined) return named.toLowerCase() === 'midnight' ? '00:00' : '12:00';
  let hours = Number(hour);
  if (half !== undefined) {
    if (hours < 1 || hours > 12) return null;
    hours = (hours % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
  }
  if (hours > 23 || Number(minute ?? 0) > 59 || Number(second ?? 0) > 59) return null;
  const clock = `${String(hours).padStart(2, '0')}:${minute ?? '00'}`;
  return second === undefined || second === '00' ? clock : `${clock}:${second}`;
}

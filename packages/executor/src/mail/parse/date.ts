const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** Hours of the names that old mail has for zones (RFC 5322 section 4.3); an unknown name is UTC. */
const ZONES: Readonly<Record<string, number>> = {
  edt: -4,
  est: -5,
  cdt: -5,
  cst: -6,
  mdt: -6,
  mst: -7,
  pdt: -7,
  pst: -8,
  bst: 1,
  cet: 1,
  cest: 2,
  met: 1,
  mest: 2,
  jst: 9,
};

const DATE =
  /(?:^|[\s,])(\d{1,2})[\s-]{1,4}([a-z]{3})[a-z]{0,6}\.?[\s,-]{1,4}(\d{2,4})\s{1,4}(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:\s{0,4}([+-]\d{4}|[a-z]{1,5}))?/i;

/** Milliseconds since 1970 of a Date field, or null where it names no moment. The sender wrote it. */
export function readDate(raw: string): number | null {
  const text = raw.slice(0, 200).replace(/\([^)]*\)/g, ' ');
  const match = DATE.exec(text);
  if (!match) return isoDate(text.trim());
  const [, day, name, year, hour, minute, second = '0', zone = ''] = match;
  const month = MONTHS.indexOf(String(name).toLowerCase());
  if (month < 0) return null;
  const at = Date.UTC(
    fullYear(Number(year), String(year).length),
    month,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  const valid = Number(day) >= 1 && Number(day) <= 31 && Number(hour) < 24 && Number(minute) < 60;
  return valid ? at - offsetMinutes(zone) * 60_000 : null;
}

/** Two digits are 1950 to 2049, three are years since 1900 (RFC 5322 section 4.3). */
function fullYear(year: number, digits: number): number {
  if (digits === 2) return year < 50 ? 2000 + year : 1900 + year;
  return digits === 3 ? 1900 + year : year;
}

function offsetMinutes(zone: string): number {
  const numeric = /^([+-])(\d{2})(\d{2})$/.exec(zone);
  if (!numeric) return (ZONES[zone.toLowerCase()] ?? 0) * 60;
  const minutes = Number(numeric[2]) * 60 + Number(numeric[3]);
  return numeric[1] === '-' ? -minutes : minutes;
}

function isoDate(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at;
}

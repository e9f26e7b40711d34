import type { Json } from '@countersign/contract';
import { readDate } from './normal-forms/date.ts';
import { readMinute } from './normal-forms/value.ts';

/** What values are compared by: numbers as they are, times and days as minutes since 1970; null for what has no rank. */
export function rankOf(value: Json | undefined): number | null {
  if (typeof value === 'number') return value;
  const minute = readMinute(value ?? null);
  if (minute !== null) return minute;
  const date = typeof value === 'string' ? readDate(value) : null;
  return date === null || date.startsWith('-') ? null : Date.parse(date) / 60_000;
}

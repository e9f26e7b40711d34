import type { Json } from '@countersign/contract';
import { readDate } from './date.ts';
import { readIban } from './iban.ts';
import { readMail } from './mail.ts';
import { isPlain } from './plain.ts';

/**
 * The typed normal form of a value: two values are the same where their forms are. Null for what has none: containers,
 * `null`, empty texts, and texts with unseen characters or words of mixed script.
 */
export function normalOf(value: Json): string | null {
  if (typeof value === 'number') return `number ${value}`;
  if (typeof value === 'boolean') return `boolean ${value}`;
  if (typeof value !== 'string' || value === '' || !isPlain(value)) return null;
  const mail = readMail(value);
  if (mail !== null) return `mail ${mail}`;
  const iban = readIban(value);
  if (iban !== null) return `iban ${iban}`;
  const minute = readMinute(value);
  if (minute !== null) return `time ${writeMinute(minute)}`;
  const date = readDate(value);
  return date === null ? `text ${value}` : `date ${date}`;
}

/** The form in which labels are compared: upper and lower case are the same, so are rows of spaces. */
export function foldedLabel(value: Json): string | null {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value === '' || !isPlain(value)) return null;
  return value.trim().replace(/\s+/g, ' ').toLowerCase();
}

/** A time of a day without a zone (`2024-05-16 10:00`, ISO 8601 with `T` or a space), in minutes since 1970; null for none. */
export function readMinute(value: Json): number | null {
  if (typeof value !== 'string') return null;
  const parts = /^(\d{4}-\d{2}-\d{2})[T ]([01]\d|2[0-3]):([0-5]\d)(?::00)?$/.exec(value);
  if (parts === null) return null;
  const [, date = '', hour, minute] = parts;
  const day = readDate(date);
  return day === null ? null : Date.parse(`${day}T${hour}:${minute}:00Z`) / 60_000;
}

/** The normal form of a time of {@link readMinute}. */
export function writeMinute(minute: number): string {
  return new Date(minute * 60_000).toISOString().slice(0, 16);
}

import { isJsonObject, type Json } from '@countersign/contract';

/**
 * A value that canonical JSON can say: lone surrogates, which outsiders can send, become U+FFFD. Without
 * it a result could not be recorded, and what happened would be unknown.
 */
export function wellFormed(value: Json): Json {
  if (typeof value === 'string') return value.isWellFormed() ? value : value.toWellFormed();
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return (value as readonly Json[]).map(wellFormed);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) =>
      member === undefined ? [] : [[key.toWellFormed(), wellFormed(member)]],
    ),
  );
}

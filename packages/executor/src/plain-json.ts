import { isJsonObject, type Json, type JsonObject } from '@countersign/contract';

/** Levels a result may have; deeper ones would exhaust the stack of whoever walks them. */
const MAX_DEPTH = 64;

/**
 * A copy of an outsider's value that the ledger can hash and Postgres can store: no lone surrogates and
 * no NUL in strings or keys, each replaced by U+FFFD, and no undefined members. Null where it cannot be
 * one: deeper than 64 levels, or with a number that JSON cannot say (`1e999` parses as Infinity).
 */
export function plainObject(value: unknown): JsonObject | null {
  try {
    const plain = plainValue(value, 0);
    return isJsonObject(plain) ? plain : null;
  } catch (error) {
    if (error instanceof NotPlain) return null;
    throw error;
  }
}

/** {@link plainObject} for any JSON value; undefined where it cannot be one. */
export function plainJson(value: unknown): Json | undefined {
  return plainObject({ value })?.['value'];
}

/** Text that every store takes: well-formed UTF-16 without NUL. */
export function plainText(text: string): string {
  const wellFormed = text.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '\uFFFD') : wellFormed;
}

class NotPlain extends Error {
  override readonly name = 'NotPlain';
}

function plainValue(value: unknown, depth: number): Json {
  if (depth > MAX_DEPTH) throw new NotPlain('too deep');
  switch (typeof value) {
    case 'string':
      return plainText(value);
    case 'boolean':
      return value;
    case 'number':
      if (!Number.isFinite(value)) throw new NotPlain('not finite');
      return value;
    case 'object':
      if (value === null) return null;
      if (Array.isArray(value)) return value.map((item) => plainValue(item, depth + 1));
      return plainMembers(value, depth);
    default:
      throw new NotPlain(`no JSON has a ${typeof value}`);
  }
}

function plainMembers(value: object, depth: number): JsonObject {
  // fromEntries defines members, so that a key named `__proto__` stays a key.
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([key, member]) => [plainText(key), plainValue(member, depth + 1)]),
  );
}

import type { Json, JsonObject } from './json.ts';

/**
 * Canonical JSON (RFC 8785, JSON Canonicalization Scheme): keys sorted by UTF-16 code units, no
 * white space, ECMAScript number and string forms. Equal values give equal text, so hashes of it
 * can be compared.
 *
 * @throws TypeError for what JSON cannot say (NaN, Infinity, undefined, functions, lone surrogates).
 */
export function canonical(value: Json): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return canonicalNumber(value);
  if (typeof value === 'string') return canonicalString(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object') throw new TypeError(`canonical JSON has no ${typeof value}`);
  let members = '';
  // Sorted by UTF-16 code units, as the RFC says and `sort` does.
  for (const key of Object.keys(value).sort()) {
    const member = (value as JsonObject)[key];
    if (member === undefined) continue;
    members += `${members === '' ? '' : ','}${canonicalString(key)}:${canonical(member)}`;
  }
  return `{${members}}`;
}

function canonicalNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`canonical JSON has no ${value}`);
  return JSON.stringify(value);
}

function canonicalString(value: string): string {
  // A lone surrogate has no UTF-8 form: two different strings would hash alike (RFC 8785 section 3.2.2.2).
  if (!value.isWellFormed()) throw new TypeError('canonical JSON has no lone surrogates');
  return JSON.stringify(value);
}

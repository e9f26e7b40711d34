/** Any JSON value (RFC 8259). */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object; key order carries no meaning. */
export type JsonObject = { readonly [key: string]: Json };

/** A JSON Pointer (RFC 6901): `''` is the whole value, `/to/0` the first recipient. */
export type Pointer = string;

/** True for objects, false for arrays, null and scalars. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Joins one reference token to a pointer, escaping `~` and `/` (RFC 6901 section 3). */
export function child(pointer: Pointer, token: string | number): Pointer {
  return `${pointer}/${String(token).replace(/~/g, '~0').replace(/\//g, '~1')}`;
}

/** The reference tokens of a pointer, unescaped. Throws no error: a pointer without a leading slash has one token less. */
export function tokensOf(pointer: Pointer): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replace(/~1/g, '/').replace(/~0/g, '~'));
}

/** The value a pointer names, or undefined where nothing stands there. Own properties only. */
export function at(value: Json, pointer: Pointer): Json | undefined {
  let here: Json | undefined = value;
  for (const token of tokensOf(pointer)) {
    // RFC 6901 section 4: digits without leading zeros. `Number` alone would also take '', '01' and '1e0'.
    if (Array.isArray(here))
      here = /^(0|[1-9]\d*)$/.test(token) ? (here as readonly Json[])[Number(token)] : undefined;
    else if (isJsonObject(here) && Object.hasOwn(here, token)) here = here[token];
    else return undefined;
  }
  return here;
}

/** One scalar (or empty container) of a value, with the pointer that names it. */
export interface Leaf {
  readonly pointer: Pointer;
  readonly value: Json;
}

/** All leaves of a value in document order. Empty arrays and objects are leaves: their emptiness says something. */
export function leavesOf(value: Json, pointer: Pointer = ''): readonly Leaf[] {
  const entries = Array.isArray(value)
    ? (value as readonly Json[]).map((item, index) => [String(index), item] as const)
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  if (entries.length === 0) return [{ pointer, value }];
  return entries.flatMap(([token, item]) => leavesOf(item, child(pointer, token)));
}

/**
 * Whether a pattern names a pointer. A pattern is a pointer in which `*` stands for any one token;
 * it also names everything below it, so `/to` covers `/to/0`.
 */
export function covers(pattern: Pointer, pointer: Pointer): boolean {
  const wanted = tokensOf(pattern);
  const tokens = tokensOf(pointer);
  return (
    wanted.length <= tokens.length &&
    wanted.every((token, index) => token === '*' || token === tokens[index])
  );
}

/** The entry of the longest pattern that covers a pointer; a literal token beats `*` at equal length. */
export function mostSpecific<T>(
  byPattern: Readonly<Record<Pointer, T>>,
  pointer: Pointer,
): T | undefined {
  let best: { readonly rank: number; readonly entry: T } | undefined;
  for (const [pattern, entry] of Object.entries(byPattern)) {
    if (!covers(pattern, pointer)) continue;
    const tokens = tokensOf(pattern);
    const rank = tokens.length * 2 - tokens.filter((token) => token === '*').length / 1000;
    if (!best || rank > best.rank) best = { rank, entry };
  }
  return best?.entry;
}

import { child, covers, isJsonObject, type Json, type JsonObject } from '@countersign/contract';
import { followed } from './schema-places.ts';

/** Patterns of the leaves a schema lets a caller write that none of the given patterns covers. */
export function placesIn(root: JsonObject, covered: readonly string[]): readonly string[] {
  const all = leafPatterns(root, '', root, 0);
  const open = all.filter((pattern) => !covered.some((one) => covers(one, pattern)));
  return [...new Set(open)];
}

function leafPatterns(
  schema: Json | undefined,
  at: string,
  root: JsonObject,
  depth: number,
): readonly string[] {
  const here = followed(schema, root);
  if (here === undefined || depth > 16) return at === '' ? [] : [at];
  const deeper = (part: Json | undefined, token: string) =>
    leafPatterns(part, child(at, token), root, depth + 1);
  const named = Object.entries(isJsonObject(here['properties']) ? here['properties'] : {}).flatMap(
    ([name, member]) => deeper(member, name),
  );
  const rest = isJsonObject(here['additionalProperties'])
    ? deeper(here['additionalProperties'], '*')
    : [];
  const items = isJsonObject(here['items']) ? deeper(here['items'], '*') : [];
  const choices = ['anyOf', 'oneOf'].flatMap((keyword) => {
    const forms = here[keyword];
    return Array.isArray(forms)
      ? (forms as readonly Json[]).flatMap((form) => leafPatterns(form, at, root, depth + 1))
      : [];
  });
  const inside = [...named, ...rest, ...items, ...choices];
  return inside.length > 0 || at === '' ? inside : [at];
}

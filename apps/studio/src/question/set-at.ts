import {
  isJsonObject,
  type Json,
  type JsonObject,
  type Pointer,
  tokensOf,
} from '@countersign/contract';

/** A copy of some arguments with another value at a pointer; `undefined` takes away what stands there. */
export function setAt(args: JsonObject, pointer: Pointer, value: Json | undefined): JsonObject {
  const changed = set(args, tokensOf(pointer), value);
  return isJsonObject(changed) ? changed : args;
}

function set(here: Json | undefined, tokens: readonly string[], value: Json | undefined): Json {
  const [token, ...rest] = tokens;
  if (token === undefined) return value ?? null;
  const isLast = rest.length === 0;
  if (Array.isArray(here)) {
    const items: Json[] = [...here];
    const place = Number(token);
    if (isLast && value === undefined) items.splice(place, 1);
    else items[place] = set(items[place], rest, value);
    return items;
  }
  const members = isJsonObject(here) ? here : {};
  if (isLast && value === undefined) {
    const { [token]: _gone, ...kept } = members;
    return kept;
  }
  return { ...members, [token]: set(members[token], rest, value) };
}

import { child, isJsonObject, type Json, type Pointer, tokensOf } from '@countersign/contract';

/** A pointer with `*` for each index of a list, so that a value is known again in another position. */
export function patternOf(args: Json, pointer: Pointer): Pointer {
  let pattern = '';
  let here: Json | undefined = args;
  for (const token of tokensOf(pointer)) {
    const isList = Array.isArray(here);
    pattern = child(pattern, isList ? '*' : token);
    if (isList) here = (here as readonly Json[])[Number(token)];
    else here = isJsonObject(here) && Object.hasOwn(here, token) ? here[token] : undefined;
  }
  return pattern;
}

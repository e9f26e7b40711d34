import { at, isJsonObject, type Json, type JsonObject } from '@countersign/contract';
import { setAt } from '../../question/set-at.ts';
import { type FormField, KINDS, type Kind } from './kinds.ts';

/** Whether a field is shown, by what others say. */
export function isShown(field: FormField, config: JsonObject): boolean {
  return (
    field.when === undefined || field.when.is.includes(String(at(config, field.when.at) ?? ''))
  );
}

/** A configuration as it is sent: without fields that are not shown, and without optional ones that are empty. */
export function clean(config: JsonObject, kind: Kind): JsonObject {
  let cleaned = config;
  for (const field of KINDS[kind].fields) {
    const value = at(cleaned, field.at);
    if (value === undefined) continue;
    const isEmpty = field.optional === true && (value === '' || value === null);
    if (!isShown(field, config) || isEmpty) cleaned = setAt(cleaned, field.at, undefined);
  }
  const price = at(cleaned, '/price');
  const isPriced = isJsonObject(price ?? null) && Object.keys(price as JsonObject).length > 0;
  return isPriced ? cleaned : without(cleaned, 'price');
}

/** The place of the secret that a configuration names, or null where it signs in with none. */
export function secretPlace(config: JsonObject, kind: Kind): string | null {
  const field = KINDS[kind].fields.find((one) => one.type === 'secret' && isShown(one, config));
  return field?.at ?? null;
}

/** The lines of a text area as a list. */
export function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function without(config: JsonObject, name: string): JsonObject {
  const { [name]: _gone, ...rest } = config as Record<string, Json>;
  return rest;
}

import { isJsonObject, type Json, type JsonObject } from '@countersign/contract';
import fc from 'fast-check';

/** How long the texts and lists are that are made: the shapes matter, not the sizes. */
const LONGEST = 24;
const MOST_ITEMS = 3;

/**
 * Values that fit a JSON Schema of the forms that our descriptors are written in. What does not fit after all is
 * refused by the gateway's own check, so a mistake here makes fewer cases, never a false one.
 */
export function arbitraryOf(schema: JsonObject): fc.Arbitrary<Json> {
  const { anyOf, enum: words, type } = schema;
  if (Array.isArray(anyOf)) return fc.oneof(...schemasOf(anyOf).map(arbitraryOf));
  if (Array.isArray(words)) return fc.constantFrom(...(words as readonly Json[]));
  switch (type) {
    case 'string':
      return texts(schema);
    case 'integer':
      return fc.integer({ min: bound(schema, 'minimum', 0), max: bound(schema, 'maximum', 100) });
    case 'number':
      return fc.double({
        min: bound(schema, 'minimum', 0),
        max: bound(schema, 'maximum', 100),
        noNaN: true,
      });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(arbitraryOf(schemaOf(schema['items'])), {
        minLength: bound(schema, 'minItems', 0),
        maxLength: Math.max(bound(schema, 'minItems', 0), MOST_ITEMS),
      });
    case 'object':
      return objects(schema);
    default:
      return fc.constant(null);
  }
}

function texts(schema: JsonObject): fc.Arbitrary<Json> {
  const { format, pattern } = schema;
  const longest = Math.min(bound(schema, 'maxLength', LONGEST), 200);
  const made =
    format === 'email'
      ? fc.emailAddress()
      : typeof pattern === 'string'
        ? fc.stringMatching(new RegExp(pattern, 'u'))
        : fc.string({ unit: 'grapheme', maxLength: Math.min(longest, LONGEST) });
  return made.filter((text) => text.length <= longest && text.isWellFormed());
}

function objects(schema: JsonObject): fc.Arbitrary<Json> {
  const { properties, required, additionalProperties, propertyNames } = schema;
  if (isJsonObject(properties)) {
    const members = Object.entries(properties).map(
      ([name, member]) => [name, arbitraryOf(schemaOf(member))] as const,
    );
    return fc.record(Object.fromEntries(members), {
      requiredKeys: Array.isArray(required) ? required.map(String) : [],
    });
  }
  return fc.dictionary(
    arbitraryOf({ maxLength: LONGEST, ...schemaOf(propertyNames), type: 'string' }).map(String),
    isJsonObject(additionalProperties) ? arbitraryOf(additionalProperties) : fc.boolean(),
    { maxKeys: MOST_ITEMS },
  );
}

function schemasOf(list: readonly unknown[]): readonly JsonObject[] {
  return list.map(schemaOf);
}

function schemaOf(value: unknown): JsonObject {
  // Part of a schema, which is JSON.
  return isJsonObject(value) ? (value as JsonObject) : {};
}

function bound(schema: JsonObject, name: string, otherwise: number): number {
  const value = schema[name];
  return typeof value === 'number' ? value : otherwise;
}

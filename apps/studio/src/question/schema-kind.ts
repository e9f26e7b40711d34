import { isJsonObject, type Json, type JsonObject } from '@countersign/contract';

/** Which control a value gets. */
export type SchemaKind =
  | { readonly kind: 'text'; readonly isLong: boolean }
  | { readonly kind: 'number' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'list'; readonly item: Json | null }
  | { readonly kind: 'object' }
  | { readonly kind: 'other' };

/** Texts that may be longer than this get room for several lines. */
const LINE = 400;

/** The kind of a value by its schema (JSON Schema 2020-12), else by what it is. */
export function kindOf(schema: Json | null, value: Json | undefined): SchemaKind {
  const said = isJsonObject(schema) ? schema : {};
  const options = said['enum'];
  if (Array.isArray(options) && options.every((option) => typeof option === 'string'))
    return { kind: 'choice', options };
  const type = typeof said['type'] === 'string' ? said['type'] : typeOf(value);
  switch (type) {
    case 'string':
      return { kind: 'text', isLong: Number(said['maxLength'] ?? 0) > LINE };
    case 'number':
    case 'integer':
      return { kind: 'number' };
    case 'boolean':
      return { kind: 'boolean' };
    case 'array':
      return isPlainList(said['items'] ?? null, value)
        ? { kind: 'list', item: said['items'] ?? null }
        : { kind: 'other' };
    case 'object':
      return { kind: 'object' };
    default:
      return { kind: 'other' };
  }
}

/** Schemas of an object's members by name. */
export function memberSchemas(schema: Json | null): JsonObject {
  const properties = isJsonObject(schema) ? schema['properties'] : undefined;
  return isJsonObject(properties ?? null) ? (properties as JsonObject) : {};
}

/** The schema of one member. */
export function propertyOf(schema: Json | null, name: string): Json | null {
  const own = memberSchemas(schema)[name];
  if (own !== undefined) return own;
  const rest = isJsonObject(schema) ? schema['additionalProperties'] : undefined;
  return rest !== undefined && isJsonObject(rest) ? rest : null;
}

/** What an added value begins as. */
export function startValue(kind: SchemaKind): Json {
  switch (kind.kind) {
    case 'number':
      return 0;
    case 'boolean':
      return false;
    case 'choice':
      return kind.options[0] ?? '';
    case 'list':
      return [];
    case 'object':
      return {};
    default:
      return '';
  }
}

/** Lists of texts and numbers get a row each; lists of objects are edited as JSON. */
function isPlainList(item: Json, value: Json | undefined): boolean {
  const items: readonly Json[] = Array.isArray(value) ? value : [];
  const type = isJsonObject(item) ? item['type'] : undefined;
  return type !== 'object' && items.every((one) => typeof one !== 'object');
}

function typeOf(value: Json | undefined): string {
  if (Array.isArray(value)) return 'array';
  if (value === null || value === undefined) return 'null';
  return typeof value;
}

import { isJsonObject, type Json, type JsonObject, tokensOf } from '@countersign/contract';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { placesAt } from './schema-places.ts';

/**
 * A problem in words: where, what, and the way out. Nothing of the arguments is quoted, since the words go
 * back to a model and to people; keys that the schema does not name stand as `*`.
 */
export function describeProblem(error: ErrorObject, schema: JsonObject): string {
  const place = placeName(error.instancePath, schema);
  return `${place} ${sayings(error, schema)}`;
}

function sayings(error: ErrorObject, schema: JsonObject): string {
  // ajv gives each keyword its own parameters, as an untyped record.
  const params = error.params as Record<string, Json | undefined>;
  switch (error.keyword) {
    case 'required':
      return `lacks ${quote(params['missingProperty'])}; give it.`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return `has a member that is not declared; ${allowedNames(error.instancePath, schema)}.`;
    case 'propertyNames':
      return 'has a key of a form that is not allowed; rename it.';
    case 'type':
      return `must be ${list(params['type'])}; types are not converted.`;
    case 'enum':
      return `must be one of ${list(params['allowedValues'])}.`;
    case 'const':
      return `must be ${quote(params['allowedValue'])}.`;
    case 'format':
      return `must be a valid ${String(params['format'])}${example(String(params['format']))}.`;
    case 'pattern':
      return `must match the pattern ${quote(params['pattern'])}.`;
    case 'maxLength':
      return `may have at most ${params['limit']} characters; shorten it.`;
    case 'minLength':
      return `must have at least ${params['limit']} characters.`;
    case 'maxItems':
    case 'maxProperties':
      return `may have at most ${params['limit']} entries; give fewer.`;
    case 'minItems':
    case 'minProperties':
      return `must have at least ${params['limit']} entries.`;
    case 'uniqueItems':
      return 'has an entry twice; give each once.';
    case 'maximum':
    case 'exclusiveMaximum':
    case 'minimum':
    case 'exclusiveMinimum':
      return `must be ${params['comparison']} ${params['limit']}.`;
    case 'multipleOf':
      return `must be a multiple of ${params['multipleOf']}.`;
    case 'anyOf':
    case 'oneOf':
      return 'fits none of the allowed forms; see the schema.';
    default:
      return `breaks the rule "${error.keyword}" of its schema; see the schema.`;
  }
}

/** The place as a pointer, keys that nobody declared hidden. */
function placeName(pointer: string, schema: JsonObject): string {
  if (pointer === '') return 'The whole of the arguments';
  let shown = '';
  for (const token of tokensOf(pointer)) {
    const isIndex = /^\d+$/.test(token);
    const declared = placesAt(schema, shown).some((form) => {
      const properties = form['properties'];
      return isJsonObject(properties) && Object.hasOwn(properties, token);
    });
    shown = `${shown}/${declared || isIndex ? token : '*'}`;
  }
  return `Argument ${shown}`;
}

function allowedNames(pointer: string, schema: JsonObject): string {
  const names = placesAt(schema, pointer).flatMap((form) =>
    isJsonObject(form['properties']) ? Object.keys(form['properties']) : [],
  );
  return names.length === 0 ? 'it takes none' : `it takes ${list([...new Set(names)])}`;
}

function example(format: string): string {
  const EXAMPLES: Readonly<Record<string, string>> = {
    date: '2024-05-31',
    time: '10:00:00Z',
    'date-time': '2024-05-31T10:00:00Z',
    email: 'name@example.com',
    uri: 'https://example.com/path',
    uuid: '123e4567-e89b-12d3-a456-426614174000',
  };
  const sample = Object.hasOwn(EXAMPLES, format) ? EXAMPLES[format] : undefined;
  return sample === undefined ? '' : `, such as ${sample}`;
}

/** Words of the schema, not of the arguments; capped all the same, since a schema may be a stranger's. */
function list(value: Json | undefined): string {
  const items = Array.isArray(value) ? (value as readonly Json[]) : [value];
  const shown = items.slice(0, 20).map(quote).join(', ');
  return items.length > 20 ? `${shown} and ${items.length - 20} more` : shown;
}

function quote(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

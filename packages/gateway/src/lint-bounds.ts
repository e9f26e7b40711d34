import {
  child,
  isJsonObject,
  type Json,
  type JsonObject,
  type Pointer,
} from '@countersign/contract';
import { followed } from './schema-places.ts';

/** A place in an input schema that has no bound, with the way out. `at` points into the schema. */
export interface Unbounded {
  readonly at: Pointer;
  readonly says: string;
}

/**
 * Every place of an input schema where a caller could write without bound. Keywords that only narrow
 * (`allOf`, `if`, `not`) are not counted on: each schema must be bounded by its own words.
 */
export function unboundedIn(root: JsonObject): readonly Unbounded[] {
  if (root['type'] !== 'object' || root['additionalProperties'] !== false)
    return [
      { at: '', says: 'The root must be of type "object" with "additionalProperties": false.' },
    ];
  return visit(root, '', { root, refs: [] });
}

interface Way {
  readonly root: JsonObject;
  /** References followed on the way here: one met again is recursion. */
  readonly refs: readonly string[];
}

function visit(schema: Json | undefined, at: Pointer, way: Way): readonly Unbounded[] {
  if (schema === false) return [];
  if (!isJsonObject(schema)) return [{ at, says: 'It takes anything; give it a type.' }];
  const ref = schema['$ref'];
  if (typeof ref === 'string') {
    if (way.refs.includes(ref))
      return [{ at, says: 'It refers to itself, so its depth has no bound.' }];
    const target = followed(schema, way.root);
    if (target === undefined) return [{ at, says: 'Only references to "#/$defs/…" are followed.' }];
    return visit(target, at, { ...way, refs: [...way.refs, ref] });
  }
  if (schema['const'] !== undefined || Array.isArray(schema['enum'])) return [];
  const types = typesOf(schema);
  if (types.length > 0) return types.flatMap((type) => visitType(type, schema, at, way));
  const choice = schema['anyOf'] !== undefined ? 'anyOf' : 'oneOf';
  const forms = schema[choice];
  if (!Array.isArray(forms)) return [{ at, says: 'It has no type, so it takes anything.' }];
  return (forms as readonly Json[]).flatMap((form, index) =>
    visit(form, child(child(at, choice), index), way),
  );
}

function visitType(type: string, schema: JsonObject, at: Pointer, way: Way): readonly Unbounded[] {
  const has = (...keywords: readonly string[]) =>
    keywords.some((keyword) => typeof schema[keyword] === 'number');
  switch (type) {
    case 'string':
      return has('maxLength')
        ? []
        : [{ at, says: 'The string has no bound; give it "maxLength".' }];
    case 'number':
    case 'integer':
      return has('minimum', 'exclusiveMinimum') && has('maximum', 'exclusiveMaximum')
        ? []
        : [{ at, says: 'The number has no bound; give it "minimum" and "maximum".' }];
    case 'array':
      return visitArray(schema, at, way, has('maxItems'));
    case 'object':
      return visitObject(schema, at, way);
    default:
      return [];
  }
}

function visitArray(
  schema: JsonObject,
  at: Pointer,
  way: Way,
  bounded: boolean,
): readonly Unbounded[] {
  const tuple = Array.isArray(schema['prefixItems'])
    ? (schema['prefixItems'] as readonly Json[])
    : [];
  return [
    ...(bounded ? [] : [{ at, says: 'The list has no bound; give it "maxItems".' }]),
    ...tuple.flatMap((item, index) => visit(item, child(child(at, 'prefixItems'), index), way)),
    ...visit(schema['items'], child(at, 'items'), way),
  ];
}

function visitObject(schema: JsonObject, at: Pointer, way: Way): readonly Unbounded[] {
  const members = ['properties', 'patternProperties'].flatMap((keyword) =>
    Object.entries(isJsonObject(schema[keyword]) ? schema[keyword] : {}).flatMap(([name, member]) =>
      visit(member, child(child(at, keyword), name), way),
    ),
  );
  const rest = schema['additionalProperties'];
  if (rest === false && schema['patternProperties'] === undefined) return members;
  const names = schema['propertyNames'];
  const bounded =
    typeof schema['maxProperties'] === 'number' &&
    isJsonObject(names) &&
    (typeof names['maxLength'] === 'number' || Array.isArray(names['enum']));
  return [
    ...members,
    ...(bounded
      ? []
      : [
          {
            at,
            says: 'The object takes any keys; give it "additionalProperties": false, or "maxProperties" and "propertyNames" with a "maxLength".',
          },
        ]),
    ...visit(rest, child(at, 'additionalProperties'), way),
  ];
}

function typesOf(schema: JsonObject): readonly string[] {
  const type = schema['type'];
  const types = Array.isArray(type) ? (type as readonly Json[]) : [type];
  return types.filter((one): one is string => typeof one === 'string');
}

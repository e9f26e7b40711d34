import {
  canonical,
  child,
  isJsonObject,
  type Json,
  type JsonObject,
  type Pointer,
  tokensOf,
} from '@countersign/contract';

/**
 * The schemas that may apply at a pattern, followed through `$ref`, combinators, maps and lists. Empty
 * where the schema has no such place. A `*` in the pattern stands for any key or index.
 */
export function placesAt(schema: JsonObject, pattern: string): readonly JsonObject[] {
  let here = formsOf(schema, schema);
  for (const token of tokensOf(pattern)) {
    here = here.flatMap((form) => below(form, token)).flatMap((form) => formsOf(form, schema));
  }
  return here;
}

/**
 * The keys on the way to a pointer that the schema does not name: whoever wrote the arguments chose them,
 * so they need the same vouching as the value they lead to.
 */
export function openKeysOn(schema: JsonObject, args: Json, pointer: string): readonly string[] {
  const open: string[] = [];
  let forms = formsOf(schema, schema);
  let value: Json | undefined = args;
  for (const token of tokensOf(pointer)) {
    if (Array.isArray(value)) value = (value as readonly Json[])[Number(token)];
    else {
      if (!forms.some((form) => own(form['properties'], token) !== undefined)) open.push(token);
      value = isJsonObject(value) ? value[token] : undefined;
    }
    forms = forms.flatMap((form) => below(form, token)).flatMap((form) => formsOf(form, schema));
  }
  return open;
}

/** Whether a schema has maps anywhere: objects with keys it does not name. Without them no key is open. */
export function hasMaps(schema: JsonObject): boolean {
  return Object.entries(schema).some(
    ([keyword, value]) =>
      (keyword === 'additionalProperties' && isJsonObject(value)) ||
      keyword === 'patternProperties' ||
      (Array.isArray(value) ? (value as readonly Json[]) : [value]).some(
        (part) => isJsonObject(part) && hasMaps(part),
      ),
  );
}

/**
 * The values that a schema itself settles, as canonical JSON by pointer: the only one allowed, and the default of
 * an argument that may be left out, since giving it says no more than leaving it out. Never within a list, a
 * map or a choice.
 */
export function settledValues(schema: JsonObject): ReadonlyMap<string, ReadonlySet<string>> {
  const settled = new Map<string, ReadonlySet<string>>();
  collectSettled(schema, '', schema, settled, 0);
  return settled;
}

/** Whether a value is one that the schema itself lists for its place: whoever gives it chooses, and writes nothing. */
export function isListed(schema: JsonObject, pointer: Pointer, value: Json): boolean {
  let here: JsonObject | undefined = schema;
  for (const token of tokensOf(pointer)) here = followed(own(here?.['properties'], token), schema);
  const listed = [
    here?.['enum'] ?? [],
    here?.['const'] === undefined ? [] : [here['const']],
  ].flat();
  return listed.some((one) => canonical(one) === canonical(value));
}

function collectSettled(
  object: JsonObject,
  at: string,
  root: JsonObject,
  settled: Map<string, ReadonlySet<string>>,
  depth: number,
): void {
  const { properties, required } = object;
  if (!isJsonObject(properties) || depth > 16) return;
  for (const [name, member] of Object.entries(properties)) {
    const here = followed(member, root);
    if (here === undefined) continue;
    const pointer = child(at, name);
    const isOptional = !(Array.isArray(required) && required.includes(name));
    const only = here['const'] !== undefined ? [here['const']] : here['enum'];
    const values = [
      ...(Array.isArray(only) && only.length === 1 ? (only as readonly Json[]) : []),
      ...(isOptional && here['default'] !== undefined ? [here['default']] : []),
    ];
    if (values.length > 0) settled.set(pointer, new Set(values.map(canonical)));
    collectSettled(here, pointer, root, settled, depth + 1);
  }
}

/** A local reference (`#/$defs/name`) resolved; the schema itself where it is none. */
export function followed(schema: Json | undefined, root: JsonObject): JsonObject | undefined {
  let here = schema;
  for (let hops = 0; hops < 32; hops++) {
    if (!isJsonObject(here)) return undefined;
    const ref = here['$ref'];
    if (typeof ref !== 'string') return here;
    const name = /^#\/\$defs\/([^/]+)$/.exec(ref)?.[1];
    here = name === undefined ? undefined : own(root['$defs'], tokensOf(`/${name}`)[0] ?? '');
  }
  return undefined;
}

function formsOf(schema: Json | undefined, root: JsonObject, depth = 0): readonly JsonObject[] {
  const here = followed(schema, root);
  if (here === undefined || depth > 16) return [];
  const choices = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => {
    const list = here[keyword];
    return Array.isArray(list) ? (list as readonly Json[]) : [];
  });
  const conditional = ['then', 'else'].flatMap((keyword) => here[keyword] ?? []);
  return [here, ...[...choices, ...conditional].flatMap((form) => formsOf(form, root, depth + 1))];
}

function below(form: JsonObject, token: string): readonly Json[] {
  const named = own(form['properties'], token);
  if (named !== undefined) return [named];
  const tuple = Array.isArray(form['prefixItems']) ? (form['prefixItems'] as readonly Json[]) : [];
  const maps = [form['additionalProperties'], ...valuesOf(form['patternProperties'])];
  if (token === '*')
    return present([...valuesOf(form['properties']), ...maps, ...tuple, form['items']]);
  return present([
    ...maps,
    /^\d+$/.test(token) ? (tuple[Number(token)] ?? form['items']) : undefined,
  ]);
}

function present(schemas: readonly (Json | undefined)[]): readonly Json[] {
  return schemas.filter(isJsonObject);
}

function valuesOf(map: Json | undefined): readonly Json[] {
  return isJsonObject(map) ? Object.values(map) : [];
}

function own(map: Json | undefined, key: string): Json | undefined {
  return isJsonObject(map) && Object.hasOwn(map, key) ? map[key] : undefined;
}

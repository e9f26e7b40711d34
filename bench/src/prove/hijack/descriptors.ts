import type { ActionDescriptor, Json, JsonObject } from '@countersign/contract';
import { isJsonObject } from '@countersign/contract';
import type { Suite, SuiteTool } from './data.ts';
import { DECLARATIONS, type Declaration } from './declarations.ts';

/** The action a suite's tool becomes: `workspace.send_email`. */
export function actionOf(suite: string, tool: string): string {
  return `${suite}.${tool}`;
}

/** Descriptors of a suite's tools: its schemas with bounds, and what an operator would declare. */
export function descriptorsOf(suite: Suite): readonly ActionDescriptor[] {
  return suite.tools.map((tool) => descriptorOf(suite.suite, tool));
}

function descriptorOf(suite: string, tool: SuiteTool): ActionDescriptor {
  const declared = DECLARATIONS[tool.name];
  if (!declared)
    throw new Error(
      `nothing is declared of the tool ${tool.name}; an undeclared tool would be asked about always`,
    );
  return {
    id: actionOf(suite, tool.name),
    title: tool.name,
    description: tool.description.slice(0, 2000),
    effect: declared.effect,
    repeat: 'once',
    input: { ...(bounded(tool.input_schema) as JsonObject), additionalProperties: false },
    // The descriptor's own type is wider than Json, and nobody changes it.
    output: outputOf(declared) as ActionDescriptor['output'],
    sinks: declared.sinks,
    results: resultsOf(declared),
    ...recordsOf(declared),
    bounds: {
      maxInputBytes: 200_000,
      maxOutputBytes: 2_000_000,
      timeoutMs: 1_000,
      maxCallsPerRun: 500,
    },
    connection: null,
    sentence: tool.name,
  };
}

/** The suites say nothing of results: a list of records, where the tool gives one. */
function outputOf({ records }: Declaration): JsonObject {
  if (records === undefined) return {};
  const { label, fields } = records;
  const closed: JsonObject = {
    type: ['string', 'number', 'boolean'],
    maxLength: 254,
    minimum: -1e12,
    maximum: 1e12,
  };
  const names = new Set([...(label ? [label] : []), ...Object.keys(fields)]);
  const properties = [...names].map((place): [string, JsonObject] => {
    const [, name = '', isList] = place.split('/');
    const schema = place in fields ? closed : { type: 'string', maxLength: 1_000 };
    return [name, isList === undefined ? schema : { type: 'array', maxItems: 200, items: schema }];
  });
  const record =
    '' in fields ? closed : { type: 'object', properties: Object.fromEntries(properties) };
  return {
    type: 'object',
    properties: { result: { type: 'array', maxItems: 10_000, items: record } },
  };
}

function resultsOf({ results = {}, records }: Declaration): ActionDescriptor['results'] {
  const provided = records?.provided ?? [];
  return {
    ...results,
    ...Object.fromEntries(
      provided.map((field) => [
        `/result/*${field}`,
        // A number that the provider counts up tells nothing of what stands in the record.
        {
          integrity: 'system' as const,
          readers: records?.fields[field] === 'id' ? ('public' as const) : ('owner' as const),
          because: 'The provider sets it; nobody types it.',
        },
      ]),
    ),
  };
}

function recordsOf({ records, refers }: Declaration): Pick<ActionDescriptor, 'records' | 'refers'> {
  return {
    ...(refers === undefined ? {} : { refers: { ...refers } }),
    ...(records === undefined
      ? {}
      : {
          records: {
            kind: records.kind,
            at: '/result/*',
            label: records.label,
            fields: { ...records.fields },
          },
        }),
  };
}

/** The suites' schemas have no bounds; a descriptor must. Titles and `null` defaults say nothing of the shape. */
function bounded(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map((item) => bounded(item as Json));
  if (!isJsonObject(schema)) return schema;
  const kept = Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      if (key === 'title' || key === 'default') return [];
      // Below `properties` the keys are argument names, and `title` may be one.
      if (key === 'properties' && isJsonObject(value)) return [[key, mapped(value)]];
      return [[key, bounded(value)]];
    }),
  );
  if (schema['additionalProperties'] === true) return ANY_OBJECT;
  if (schema['type'] === 'string') return { maxLength: 50_000, ...kept };
  if (schema['type'] === 'array') return { maxItems: 200, ...kept };
  if (schema['type'] === 'number' || schema['type'] === 'integer')
    return { minimum: -1e12, maximum: 1e12, ...kept };
  return kept;
}

function mapped(properties: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, bounded(schema)]),
  );
}

/** An object whose keys the suite leaves open: calendar events as attachments. */
const ANY_OBJECT: JsonObject = {
  type: 'object',
  maxProperties: 32,
  propertyNames: { maxLength: 64 },
  additionalProperties: {
    anyOf: [
      { type: 'string', maxLength: 50_000 },
      { type: 'number', minimum: -1e12, maximum: 1e12 },
      { type: 'boolean' },
      { type: 'null' },
      { type: 'array', maxItems: 200, items: { type: 'string', maxLength: 1_000 } },
    ],
  },
};

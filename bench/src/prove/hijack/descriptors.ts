import type { ActionDescriptor, Json, JsonObject } from '@countersign/contract';
import { isJsonObject } from '@countersign/contract';
import type { Suite, SuiteTool } from './data.ts';
import { DECLARATIONS } from './declarations.ts';

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
    output: {},
    sinks: declared.sinks,
    results: declared.results ?? {},
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

import type { JsonObject } from '@countersign/contract';
import { isJsonObject, type Json } from '@countersign/contract';
import { z } from 'zod';
import { type Need, PERMISSIONS } from './permissions.ts';
import { partsOf, type Route } from './route.ts';

/** The OpenAPI 3.1 document of the routes: the schemas that requests are parsed with, and no second description. */
export function openApiOf(routes: readonly Route[], version: string): JsonObject {
  const components = new Components();
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const { method, path } = partsOf(route.name);
    const operations = paths[path] ?? {};
    operations[method.toLowerCase()] = operationOf(route, components);
    paths[path] = operations;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Countersign',
      version,
      description: 'Runs AI agents, and lets nothing happen that was not allowed and recorded.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { ...components.schemas(), Error: ERROR },
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key, `cs_...`.' },
        session: { type: 'apiKey', in: 'cookie', name: 'countersign.session_token' },
      },
    },
  };
}

function operationOf(route: Route, components: Components): JsonObject {
  const { method, path } = partsOf(route.name);
  const need: Need = PERMISSIONS[route.name];
  return {
    operationId: operationId(method, path),
    summary: route.summary,
    tags: [route.tag],
    description: inWords(need),
    security: securityOf(need),
    parameters: [...pathParameters(route, path, components), ...queryParameters(route, components)],
    ...(route.body === null
      ? {}
      : { requestBody: { required: true, content: jsonContent(route.body, 'input', components) } }),
    responses: {
      [String(route.status)]: {
        description: 'Done.',
        ...(route.status === 204 ? {} : { content: answerContent(route.answers, components) }),
      },
      default: {
        description: 'Refused or failed.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

/** Who may, in a sentence: the permission table is the only place it stands in. */
function inWords(need: Need): string {
  switch (need.kind) {
    case 'open':
      return 'Open to anyone.';
    case 'person':
      return need.scope === 'session'
        ? 'A signed-in person; no key.'
        : 'Anyone signed in, or a key.';
    case 'member': {
      const key = need.scope === 'session' ? 'No key.' : `A key needs the scope \`${need.scope}\`.`;
      const others =
        need.others === need.role ? '' : ` What belongs to others: \`${need.others}\`.`;
      return `Role \`${need.role}\`.${others} ${key}`;
    }
    default:
      return need satisfies never;
  }
}

function securityOf(need: Need): Json {
  if (need.kind === 'open') return [];
  return need.scope === 'session' ? [{ session: [] }] : [{ session: [] }, { key: [] }];
}

function pathParameters(route: Route, path: string, components: Components): readonly Json[] {
  const own = route.params === null ? {} : propertiesOf(components.add(route.params, 'output'));
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: own[name] ?? { type: 'string' },
  }));
}

function queryParameters(route: Route, components: Components): readonly Json[] {
  if (route.query === null) return [];
  const schema = components.add(route.query, 'output');
  const required = Array.isArray(schema['required']) ? (schema['required'] as Json[]) : [];
  return Object.entries(propertiesOf(schema)).map(([name, property]) => ({
    name,
    in: 'query',
    // A parameter with a default is there once it is parsed, but need not be sent.
    required: required.includes(name) && !(isJsonObject(property) && 'default' in property),
    // Several values stand in one parameter, with commas.
    ...(isJsonObject(property) && property['type'] === 'array' ? { explode: false } : {}),
    schema: property,
  }));
}

function propertiesOf(schema: JsonObject): JsonObject {
  const { properties } = schema;
  return isJsonObject(properties) ? properties : {};
}

function jsonContent(
  schema: z.ZodType,
  io: 'input' | 'output',
  components: Components,
): JsonObject {
  return { 'application/json': { schema: components.add(schema, io) } };
}

function answerContent(answers: z.ZodType | string, components: Components): JsonObject {
  if (typeof answers === 'string') return { [answers]: {} };
  return jsonContent(answers, 'output', components);
}

/** `POST /api/v1/workspaces/{ws}/agents/{id}/publish` is `postAgentsIdPublish`. */
function operationId(method: string, path: string): string {
  // `/health` is for anyone, `/api/v1/health` is another.
  const words = (path.startsWith('/api/') ? path : `/public${path}`)
    .replace(/^\/api(\/v1)?(\/workspaces\/\{ws\})?/, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  return [
    method.toLowerCase(),
    ...words.map((word) => word[0]?.toUpperCase() + word.slice(1)),
  ].join('');
}

/** Schemas that are used in many places, or in themselves: `$defs` of each are lifted to one list. */
class Components {
  readonly #byName = new Map<string, Json>();
  readonly #nameOf = new Map<string, string>();

  add(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
    const made = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonObject;
    const { $defs, $schema: _dialect, id: _id, ...rest } = made;
    const renamed = new Map<string, string>();
    const definitions = isJsonObject($defs) ? Object.entries($defs) : [];
    for (const [name, definition] of definitions) {
      renamed.set(name, this.#named(name, definition, io));
    }
    for (const [name, definition] of definitions) {
      this.#byName.set(renamed.get(name) ?? name, relinked(withoutId(definition), renamed));
    }
    return relinked(rest, renamed) as JsonObject;
  }

  schemas(): JsonObject {
    return Object.fromEntries(this.#byName);
  }

  /** Named ones keep their name; unnamed ones are numbered by what they say. */
  #named(name: string, definition: Json, io: string): string {
    if (!name.startsWith('__')) return name;
    const text = `${io} ${JSON.stringify(definition)}`;
    const known = this.#nameOf.get(text) ?? `Shared${this.#nameOf.size + 1}`;
    this.#nameOf.set(text, known);
    return known;
  }
}

function withoutId(definition: Json): Json {
  if (!isJsonObject(definition)) return definition;
  const { id: _id, ...rest } = definition;
  return rest;
}

function relinked(value: Json, renamed: ReadonlyMap<string, string>): Json {
  if (Array.isArray(value)) return value.map((item: Json) => relinked(item, renamed));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const target = key === '$ref' ? /^#\/\$defs\/(.+)$/.exec(String(member))?.[1] : undefined;
      if (target === undefined) return [key, relinked(member, renamed)];
      return [key, `#/components/schemas/${renamed.get(target) ?? target}`];
    }),
  );
}

const ERROR: JsonObject = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', description: 'Upper-case, with the part of the system it is of.' },
        message: { type: 'string', description: 'What is wrong and the way out, for a person.' },
        field: { type: 'string', description: 'The field that does not fit: `message.text`.' },
        details: { type: 'object' },
      },
    },
  },
};

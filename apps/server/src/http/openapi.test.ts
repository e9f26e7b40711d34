import { isJsonObject, type Json } from '@countersign/contract';
import { expect, test } from 'vitest';
import { PERMISSIONS } from './permissions.ts';
import { jsonOf } from './testing/error-of.ts';
import { world } from './testing/world.ts';

type Document = {
  openapi: string;
  paths: Record<string, Record<string, Record<string, Json>>>;
  components: { schemas: Record<string, Json> };
};

async function document(): Promise<Document> {
  return jsonOf<Document>(await (await world()).request('/openapi.json'));
}

test('the description is OpenAPI 3.1 and holds every route with its need', async () => {
  const { openapi, paths } = await document();
  expect(openapi).toBe('3.1.0');
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const unlisted = ['GET /openapi.json', 'GET /docs', 'GET /docs/{file}', 'GET /*'];
  expect(described.sort()).toEqual(
    Object.keys(PERMISSIONS)
      .filter((name) => !unlisted.includes(name))
      .sort(),
  );
  const answer = paths['/api/v1/workspaces/{ws}/questions/{id}/answer']?.['post'];
  expect(answer?.['description']).toBe(
    'Role `user`. What belongs to others: `responder`. A key needs the scope `questions:answer`.',
  );
});

test('every reference in the description leads somewhere, and every operation has its own id', async () => {
  const whole = await document();
  const references = new Set<string>();
  const walk = (value: Json): void => {
    if (Array.isArray(value)) value.forEach(walk);
    else if (isJsonObject(value)) {
      if (typeof value['$ref'] === 'string') references.add(value['$ref']);
      Object.values(value).forEach(walk);
    }
  };
  walk(whole as unknown as Json);
  expect(references.size).toBeGreaterThan(5);
  for (const reference of references) {
    const name = reference.replace('#/components/schemas/', '');
    expect(whole.components.schemas, reference).toHaveProperty([name]);
  }
  expect(JSON.stringify(whole)).not.toContain('$defs');
  const ids = Object.values(whole.paths).flatMap((operations) =>
    Object.values(operations).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

test('a parameter’s bounds stand in the description as they are enforced', async () => {
  const { paths } = await document();
  const runs = paths['/api/v1/workspaces/{ws}/runs']?.['get'];
  expect(runs?.['parameters']).toContainEqual({
    name: 'limit',
    in: 'query',
    required: false,
    schema: { default: 50, type: 'integer', minimum: 1, maximum: 200 },
  });
});

test('a parameter that takes several values says that commas part them', async () => {
  const { paths } = await document();
  const questions = paths['/api/v1/workspaces/{ws}/questions']?.['get'];
  expect(questions?.['parameters']).toContainEqual({
    name: 'status',
    in: 'query',
    required: false,
    explode: false,
    schema: expect.objectContaining({ type: 'array' }),
  });
});

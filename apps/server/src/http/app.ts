import { Hono } from 'hono';
import { addressOf } from './address.ts';
import { errorAnswer, failure, jsonAnswer } from './answer.ts';
import { assertBorder } from './border.ts';
import type { Doors } from './doors.ts';
import { httpFault } from './errors.ts';
import { admit } from './guard.ts';
import { parseAs } from './invalid.ts';
import { readJson } from './json-body.ts';
import { PERMISSIONS } from './permissions.ts';
import { partsOf, type Route } from './route.ts';
import { allRoutes } from './routes/index.ts';
import { addSecurityHeaders } from './security-headers.ts';

/** What the application keeps of a request while it answers it. */
export interface AppEnv {
  // Hono wants these two names.
  Variables: { requestId: string };
}

interface Arrived {
  readonly request: Request;
  readonly params: Record<string, string>;
  readonly address: string;
  readonly requestId: string;
}

/** The HTTP application: every route, each behind the permission table, over the doors it is given. */
export function createApp(doors: Doors): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const routes = allRoutes(doors);
  app.use(async (context, next) => {
    const id = requestIdOf(context.req.raw, doors);
    context.set('requestId', id);
    const failed = (error: unknown) => doors.report(failure(context.req.raw, id, error));
    try {
      assertBorder(doors.origins, context.req.raw);
      await next();
    } catch (error) {
      context.res = errorAnswer(error, failed);
    }
    addSecurityHeaders(context.res, doors.origins, id);
  });
  for (const route of routes) {
    const { method, path } = partsOf(route.name);
    app.on(method, honoPath(path), (context) =>
      respond(doors, route, {
        request: context.req.raw,
        params: context.req.param(),
        address: addressOf(context.env),
        requestId: context.get('requestId'),
      }),
    );
  }
  app.notFound((context) => nothingHere(routes, context.req.raw));
  // Up to the middleware above, where all errors become answers.
  app.onError((error) => {
    throw error;
  });
  return app;
}

/** One request on its way in: who, then what, then the work. */
async function respond(doors: Doors, route: Route, arrived: Arrived): Promise<Response> {
  const { request, params } = arrived;
  if (request.method === 'HEAD' && isEndless(route)) throw httpFault('HTTP_METHOD');
  const access = await admit(doors, PERMISSIONS[route.name], {
    headers: request.headers,
    workspace: params['ws'],
  });
  const { ws: _ws, ...own } = params;
  const input = {
    access,
    params: route.params === null ? {} : parseParams(route.params, own),
    query: route.query === null ? {} : parseAs(route.query, queryOf(request)),
    body: route.body === null ? null : parseAs(route.body, await readJson(request, doors.limits)),
    request,
    address: arrived.address,
    requestId: arrived.requestId,
  };
  // Access has the kind of this route's need, since `admit` was asked with it.
  const out = await route.handle(input as Parameters<Route['handle']>[0]);
  if (out instanceof Response) return out;
  return route.status === 204
    ? new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
    : jsonAnswer(route.status, out);
}

/** A stream opened for its headers alone would never be read, and never closed. */
function isEndless(route: Route): boolean {
  return route.answers === 'text/event-stream' || route.answers === 'application/x-ndjson';
}

/** An id that cannot be one names nothing: the same answer as for one that is not there. */
function parseParams(schema: NonNullable<Route['params']>, params: unknown): unknown {
  const parsed = schema.safeParse(params);
  if (!parsed.success) throw httpFault('HTTP_NOT_FOUND');
  return parsed.data;
}

function queryOf(request: Request): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of new URL(request.url).searchParams) {
    if (Object.hasOwn(query, name)) {
      throw httpFault('HTTP_INVALID', {
        message: `The parameter \`${name.slice(0, 100)}\` is given twice.`,
        details: { field: name.slice(0, 100) },
      });
    }
    Object.defineProperty(query, name, { value, enumerable: true });
  }
  return query;
}

/** Nothing stands at the path, or something that wants another method. */
function nothingHere(routes: readonly Route[], request: Request): Response {
  const { pathname } = new URL(request.url);
  const methods = routes
    .map(({ name }) => partsOf(name))
    .filter(({ path }) => path !== '/*' && matches(path, pathname))
    .map(({ method }) => method);
  if (methods.length === 0) throw httpFault('HTTP_NOT_FOUND');
  const answer = errorAnswer(httpFault('HTTP_METHOD'), () => undefined);
  answer.headers.set('allow', [...new Set(methods)].join(', '));
  return answer;
}

function matches(path: string, pathname: string): boolean {
  const [wanted, given] = [path.split('/'), pathname.split('/')];
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part.startsWith('{') || part === given[index])
  );
}

/** `/runs/{id}` as Hono writes it. */
function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** The id a proxy gave the request, where it has the form of one, or a new one. */
function requestIdOf(request: Request, doors: Doors): string {
  const given = request.headers.get('x-request-id');
  if (given !== null && /^[\w-]{8,64}$/.test(given)) return given;
  return Buffer.from(doors.ids.randomBytes(12)).toString('hex');
}

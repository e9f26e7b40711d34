import type { z } from 'zod';
import type { Access } from './guard.ts';
import type { NeedOf, RouteName } from './permissions.ts';

/** What a route's handler gets: everything parsed, everybody checked. */
export interface Input<Name extends RouteName, Params, Query, Body> {
  readonly access: Extract<Access, { kind: NeedOf<Name>['kind'] }>;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly request: Request;
  /** The client's address as the socket or a trusted proxy tells it. */
  readonly address: string;
  /** Stands in the answer's header and in the log. */
  readonly requestId: string;
}

/** A route as it is written down: one object with its words, its shapes and its work. */
export interface RouteSpec<Name extends RouteName, Params, Query, Body, Out> {
  readonly name: Name;
  readonly summary: string;
  readonly tag: string;
  readonly params?: z.ZodType<Params>;
  readonly query?: z.ZodType<Query>;
  /** Absent: the route reads no JSON body. */
  readonly body?: z.ZodType<Body>;
  readonly status?: 200 | 201 | 202 | 204;
  /** Shape of the JSON answer, or the media type of another one. */
  readonly answers: z.ZodType<Out> | string;
  readonly handle: (input: Input<Name, Params, Query, Body>) => Promise<Out | Response>;
}

/** A route without its types, as the application holds many of them. */
export interface Route {
  readonly name: RouteName;
  readonly summary: string;
  readonly tag: string;
  readonly params: z.ZodType | null;
  readonly query: z.ZodType | null;
  readonly body: z.ZodType | null;
  readonly status: 200 | 201 | 202 | 204;
  readonly answers: z.ZodType | string;
  readonly handle: (input: Input<RouteName, unknown, unknown, unknown>) => Promise<unknown>;
}

/** Writes a route down. Its name must stand in the permission table, or it does not compile. */
export function route<
  Name extends RouteName,
  Params = Record<string, never>,
  Query = Record<string, never>,
  Body = null,
  Out = unknown,
>(spec: RouteSpec<Name, Params, Query, Body, Out>): Route {
  return {
    name: spec.name,
    summary: spec.summary,
    tag: spec.tag,
    params: spec.params ?? null,
    query: spec.query ?? null,
    body: spec.body ?? null,
    status: spec.status ?? 200,
    answers: spec.answers,
    // The types are taken off here and nowhere else: app.ts parses with this route's own schemas before it calls.
    handle: (input) => spec.handle(input as never),
  };
}

/** Method and path of a route's name. */
export function partsOf(name: RouteName): { readonly method: string; readonly path: string } {
  const [method = '', path = ''] = name.split(' ');
  return { method, path };
}

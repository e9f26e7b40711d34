import { Fault, type JsonObject } from '@countersign/contract';
import type { FailedRequest } from './doors.ts';
import { httpFault } from './errors.ts';

/** A JSON answer. Never stored by a browser or a proxy: nearly all of them hold a workspace's content. */
export function jsonAnswer(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  });
}

/** The form of every error: `{ error: { code, message, field?, details? } }`. */
export interface ErrorBody {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly field?: string;
    readonly details?: JsonObject;
  };
}

/** The answer for whatever was thrown. What is not a fault tells its reason to the log only. */
export function errorAnswer(thrown: unknown, report: (error: unknown) => void): Response {
  const fault = faultIn(thrown, report);
  return jsonAnswer(fault.spec.status, errorBody(fault), retryAfter(fault));
}

/** What the log is told of a request that failed by our own fault. */
export function failure(request: Request, requestId: string, error: unknown): FailedRequest {
  const { pathname } = new URL(request.url);
  return { request: requestId, method: request.method, path: pathname, error };
}

/** What a caller may be told of whatever was thrown: the rest goes to the log. */
export function faultIn(thrown: unknown, report: (error: unknown) => void): Fault {
  const fault = Fault.is(thrown) ? thrown : httpFault('HTTP_INTERNAL', { cause: thrown });
  if (fault.spec.status >= 500) report(thrown);
  return fault;
}

/** The body of an error's answer. */
export function errorBody(fault: Fault): ErrorBody {
  // A bug's own words are for us: they may name what the caller must not see.
  const message = fault.spec.kind === 'bug' ? fault.spec.says : fault.message;
  const { field, ...details } = fault.spec.kind === 'bug' ? {} : fault.details;
  return {
    error: {
      code: fault.code,
      message,
      ...(typeof field === 'string' && field !== '' ? { field } : {}),
      ...(Object.keys(details).length > 0 ? { details } : {}),
    },
  };
}

function retryAfter(fault: Fault): Record<string, string> {
  const { retryAfterMs } = fault.details;
  const ms =
    typeof retryAfterMs === 'number'
      ? retryAfterMs
      : typeof fault.spec.retry === 'object'
        ? fault.spec.retry.afterMs
        : null;
  return ms === null ? {} : { 'retry-after': String(Math.max(1, Math.ceil(ms / 1000))) };
}

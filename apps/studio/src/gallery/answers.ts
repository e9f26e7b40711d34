/** A server's answer. */
export function json(body: unknown): Response {
  return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
}

/** A server's refusal. */
export function error(
  status: number,
  code: string,
  message: string,
  field?: string,
  details?: object,
): Response {
  const body = {
    error: { code, message, ...(field ? { field } : {}), ...(details ? { details } : {}) },
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': 'req_4f2a' },
  });
}

/** What a request carries. */
export function bodyOf(init: RequestInit | undefined): {
  password?: string;
  revision?: number;
  draft?: { name?: string };
  email?: string;
  role?: string;
} {
  return JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as ReturnType<typeof bodyOf>;
}

import { isJsonObject, type JsonObject } from '@countersign/contract';
import { ApiError } from './api-error.ts';

/** The power to send a request: `fetch` of a browser or of Node, or another one. */
export type Fetch = (input: string, init: RequestInit) => Promise<Response>;

/** One request. `body` becomes JSON, `bytes` are sent as they are. */
export interface Asked {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly bytes?: Uint8Array<ArrayBuffer> | Blob;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** The way to the server. All errors are {@link ApiError}s, except for the reason of an aborted signal. */
export interface Transport {
  /** The answer, still unread. */
  ask(path: string, asked?: Asked): Promise<Response>;
  /** The JSON of the answer, or null for an empty one. */
  json<T>(path: string, asked?: Asked): Promise<T>;
}

/** A transport to one server. */
export function createTransport(options: {
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly fetch: Fetch;
  /** What the client calls itself, for the record. */
  readonly name?: string | undefined;
}): Transport {
  const base = options.baseUrl.replace(/\/+$/, '');
  const own = {
    ...(options.apiKey === undefined ? {} : { authorization: `Bearer ${options.apiKey}` }),
    ...(options.name === undefined ? {} : { 'x-countersign-client': options.name }),
  };

  async function ask(path: string, asked: Asked = {}): Promise<Response> {
    const answer = await send(options.fetch, base + path + queryOf(asked.query), asked, own);
    if (!answer.ok) throw await errorOf(answer);
    return answer;
  }

  return {
    ask,
    async json<T>(path: string, asked?: Asked) {
      const answer = await ask(path, asked);
      const text = await answer.text();
      // An empty answer is one whose type says null; the server's own tests hold its answers to these types.
      return (text === '' ? null : parsed(text, answer.status)) as T;
    },
  };
}

async function send(
  fetch: Fetch,
  url: string,
  asked: Asked,
  own: Readonly<Record<string, string>>,
): Promise<Response> {
  const { method = 'GET', body, bytes, headers, signal } = asked;
  const content = bytes ?? (body === undefined ? undefined : JSON.stringify(body));
  try {
    return await fetch(url, {
      method,
      headers: {
        ...own,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      // A browser sends the session's cookie to its own server, and to no other.
      credentials: 'same-origin',
      ...(content === undefined ? {} : { body: content }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    const message = 'The server cannot be reached; check the address and whether it runs.';
    throw new ApiError({ status: 0, code: 'UNREACHABLE', message }, { cause });
  }
}

function queryOf(query: Asked['query']): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return parameters.size === 0 ? '' : `?${parameters}`;
}

function parsed(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = 'The answer is no JSON; does something stand between here and the server?';
    throw new ApiError({ status, code: 'ANSWER_UNREADABLE', message }, { cause });
  }
}

async function errorOf(answer: Response): Promise<ApiError> {
  const said: unknown = await answer.json().catch(() => null);
  const error: JsonObject = isJsonObject(said) && isJsonObject(said['error']) ? said['error'] : {};
  const { code, message, field, details } = error;
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
  return new ApiError({
    status: answer.status,
    code: typeof code === 'string' ? code : `HTTP_${answer.status}`,
    message: typeof message === 'string' ? message : `The server answered ${answer.status}.`,
    field: typeof field === 'string' ? field : null,
    details: isJsonObject(details) ? details : {},
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : null,
    requestId: answer.headers.get('x-request-id'),
  });
}

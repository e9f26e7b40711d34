import { isJsonObject, type JsonObject } from '@countersign/contract';
import { jsonAnswer } from '../answer.ts';
import { ADDRESS_HEADER, type Library } from './library.ts';

/** Headers the library may see; all others could only mislead it. */
const PASSED = ['cookie', 'origin', 'referer', 'user-agent', 'sec-fetch-site', 'sec-fetch-mode'];

/** Asks the library, with a body that has been read and bounded, and translates what it refuses. */
export async function ask(
  library: Library,
  request: Request,
  body: Readonly<Record<string, unknown>>,
  address: string,
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const headers = headersFor(request, address);
  const isGet = request.method === 'GET' || request.method === 'HEAD';
  const asked = new Request(new URL(pathname + search, library.options.baseURL), {
    method: isGet ? 'GET' : request.method,
    headers,
    ...(isGet ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await library.handler(asked);
  return answer.ok ? answer : refusal(answer);
}

/** The headers the library gets for a request. */
export function headersFor(request: Request, address: string): Headers {
  const headers = new Headers({ 'content-type': 'application/json', [ADDRESS_HEADER]: address });
  for (const name of PASSED) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

/** Session tokens belong in the cookie, where no script can read them. */
export async function withoutTokens(answer: Response): Promise<Response> {
  const body: unknown = await answer.json();
  const kept = isJsonObject(body) ? stripped(body) : null;
  return carrying(answer, jsonAnswer(answer.status, kept));
}

function stripped({ token: _token, session, ...rest }: JsonObject): JsonObject {
  if (!isJsonObject(session)) return rest;
  const { token: _own, ...known } = session;
  return { session: known, ...rest };
}

/** The library's refusal in the form all our errors have; its own client finds its two fields, too. */
async function refusal(answer: Response): Promise<Response> {
  const body: unknown = await answer.json().catch(() => null);
  const said = isJsonObject(body) ? body : {};
  const code = `AUTH_${typeof said['code'] === 'string' ? said['code'] : answer.status}`;
  const message =
    typeof said['message'] === 'string' && said['message'] !== ''
      ? said['message']
      : 'Sign-in refused this.';
  return carrying(answer, jsonAnswer(answer.status, { error: { code, message }, code, message }));
}

/** Cookies that an answer sets are set by the one that stands for it. */
function carrying(from: Response, to: Response): Response {
  for (const cookie of from.headers.getSetCookie()) to.headers.append('set-cookie', cookie);
  return to;
}

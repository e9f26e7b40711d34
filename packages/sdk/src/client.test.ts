import { expect, test } from 'vitest';
import { createClient } from './client.ts';

/** A client that notes what it sends, and gets `answer`. */
function noting(answer: (url: string) => Response, options = {}) {
  const sent: { url: string; init: RequestInit }[] = [];
  const client = createClient({
    baseUrl: 'http://server.test/',
    apiKey: 'cs_key',
    ...options,
    fetch: async (url, init) => {
      sent.push({ url, init });
      return answer(url);
    },
  });
  return { client, sent };
}

const me = (...ids: string[]) =>
  Response.json({ workspaces: ids.map((id) => ({ id, name: id, role: 'user' })) });

test('a key is sent as bearer, bodies as JSON, and empty query members not at all', async () => {
  const { client, sent } = noting(() => Response.json({ items: [], next: null }), {
    workspace: 'ws_1',
    name: 'cli',
  });
  await client.runs.list({ status: 'parked' });
  await client.agents.publish('agt 1', 3);
  expect(sent.map(({ url }) => url)).toEqual([
    'http://server.test/api/v1/workspaces/ws_1/runs?status=parked',
    'http://server.test/api/v1/workspaces/ws_1/agents/agt%201/publish',
  ]);
  expect(sent[1]?.init).toMatchObject({
    method: 'POST',
    headers: {
      authorization: 'Bearer cs_key',
      'x-countersign-client': 'cli',
      'content-type': 'application/json',
    },
    body: '{"revision":3}',
  });
});

test('without a workspace the only one is looked up, once', async () => {
  const { client, sent } = noting((url) =>
    url.endsWith('/me') ? me('ws_9') : Response.json({ items: [] }),
  );
  await Promise.all([client.agents.list(), client.questions.list()]);
  expect(sent.filter(({ url }) => url.endsWith('/me'))).toHaveLength(1);
  expect(sent.at(-1)?.url).toContain('/workspaces/ws_9/');
});

test('no workspace, or several, is an error that says what to do; a failed look-up is made again', async () => {
  const none = noting(() => me());
  await expect(none.client.agents.list()).rejects.toMatchObject({ code: 'NO_WORKSPACE' });
  const several = noting(() => me('ws_1', 'ws_2'));
  await expect(several.client.agents.list()).rejects.toThrow(/ws_1, ws_2/);
  await expect(several.client.agents.list()).rejects.toThrow();
  expect(several.sent).toHaveLength(2);
  expect(await several.client.in('ws_2').workspaceId()).toBe('ws_2');
});

test('an error of the server comes with its code, field, details and request id', async () => {
  const error = { code: 'HTTP_INVALID', message: 'No.', field: 'agent', details: { n: 1 } };
  const headers = { 'x-request-id': 'abc', 'retry-after': '2' };
  const { client } = noting(() => Response.json({ error }, { status: 400, headers }), {
    workspace: 'w',
  });
  await expect(client.runs.get('r')).rejects.toMatchObject({
    name: 'ApiError',
    status: 400,
    requestId: 'abc',
    retryAfterMs: 2000,
    ...error,
  });
});

test('an answer that is not the server’s, or none, is told as such', async () => {
  const page = noting(() => new Response('<html>'), { workspace: 'w' });
  await expect(page.client.runs.get('r')).rejects.toMatchObject({ code: 'ANSWER_UNREADABLE' });
  const gateway = noting(() => new Response('<html>', { status: 502 }), { workspace: 'w' });
  await expect(gateway.client.runs.get('r')).rejects.toMatchObject({ code: 'HTTP_502' });
  const away = noting(
    () => {
      throw new TypeError('fetch failed');
    },
    { workspace: 'w' },
  );
  await expect(away.client.runs.get('r')).rejects.toMatchObject({ code: 'UNREACHABLE', status: 0 });
});

test('an export comes piece by piece, and one that was torn is an error', async () => {
  const line = '{"path":"key","bytes":"aGk="}\n';
  const whole = noting(() => new Response(line + line), { workspace: 'w' });
  const pieces = [];
  for await (const { path, bytes } of whole.client.ledger.export()) {
    pieces.push([path, new TextDecoder().decode(bytes)]);
  }
  expect(pieces).toEqual([
    ['key', 'hi'],
    ['key', 'hi'],
  ]);
  const torn = noting(() => new Response(line + line.slice(0, 9)), { workspace: 'w' });
  const all = async () => {
    for await (const piece of torn.client.ledger.export()) void piece;
  };
  await expect(all()).rejects.toMatchObject({ code: 'ANSWER_UNREADABLE' });
});

import type { JsonObject, Performed } from '@countersign/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { egressFault } from '../egress/errors.ts';
import { directBroker, type LocalServer, localServer } from '../testing/direct-broker.ts';
import { granted, quiet } from '../testing/granted.ts';
import { httpPerformer } from './perform.ts';

let server: LocalServer;
beforeAll(async () => {
  server = await localServer();
});
afterAll(() => server.close());

const REPEAT = { by: '/method', of: { GET: 'safe', HEAD: 'safe' }, otherwise: 'once' } as const;
const call = (args: JsonObject, maxOutputBytes = 1_200_000) =>
  granted('http.request', args, {
    connection: 'con_x',
    repeat: REPEAT,
    bounds: { maxOutputBytes },
  });

function ask(args: JsonObject, maxOutputBytes?: number): Promise<Performed> {
  return httpPerformer(directBroker(server.url).broker)(call(args, maxOutputBytes), quiet());
}

function answering(body: string | Buffer, contentType?: string, status = 200): void {
  server.answer((_request, response) => {
    response.writeHead(status, contentType === undefined ? {} : { 'content-type': contentType });
    response.end(body);
  });
}

const resultOf = (performed: Performed) =>
  performed.kind === 'done' ? performed.result : performed;

describe('a reply', () => {
  it('of JSON is given as JSON', async () => {
    answering('{"a":[1,2]}', 'application/problem+json; charset=utf-8', 404);
    expect(resultOf(await ask({ method: 'GET', path: '/x' }))).toMatchObject({
      status: 404,
      json: { a: [1, 2] },
      bytes: 11,
    });
  });

  it.each([
    ['broken JSON', '{"a":', 'application/json', '{"a":'],
    ['JSON with numbers that have no end', '{"a":1e999}', 'application/json', '{"a":1e999}'],
    ['Latin-1', Buffer.from('gr\xfc\xdfe', 'latin1'), 'text/plain; charset=iso-8859-1', 'grüße'],
    ['a wrong charset', Buffer.from('gr\xfc\xdfe', 'latin1'), 'text/html; charset=utf-8', 'grüße'],
    ['no type', 'just text', undefined, 'just text'],
    ['XML', '<a/>', 'image/svg+xml', '<a/>'],
  ])('of %s is given as text', async (_name, body, type, text) => {
    answering(body, type);
    expect(resultOf(await ask({ method: 'GET', path: '/x' }))).toMatchObject({ text });
  });

  it('of other bytes is given as its hash', async () => {
    answering(Buffer.from([0, 1, 2, 255]), 'image/png');
    const result = resultOf(await ask({ method: 'GET', path: '/x' })) as JsonObject;
    expect(result).toMatchObject({
      bytes: 4,
      binary: { sha256: '3d1f57c984978ef98a18378c8166c1cb8ede02c03eeb6aee7e2f121dfeee3e56' },
    });
    expect(result).not.toHaveProperty('text');
  });

  it('that is empty has no body', async () => {
    answering('', 'application/json', 204);
    const result = resultOf(await ask({ method: 'GET', path: '/x' })) as JsonObject;
    expect(result).toMatchObject({ status: 204, bytes: 0 });
    expect(result).not.toHaveProperty('json');
  });

  it('shows the headers that help, and no cookie', async () => {
    server.answer((_request, response) => {
      response.writeHead(200, {
        etag: '"1"',
        'set-cookie': 'session=1',
        'x-ratelimit-remaining': '3',
      });
      response.end('x');
    });
    const { headers } = resultOf(await ask({ method: 'GET', path: '/x' })) as JsonObject;
    expect(headers).toMatchObject({ etag: '"1"', 'x-ratelimit-remaining': '3' });
    expect(JSON.stringify(headers)).not.toContain('session');
  });

  it('that is too large fails a look, and after a change is dropped with its status told', async () => {
    answering('x'.repeat(1_000_001), 'text/plain', 201);
    expect(await ask({ method: 'GET', path: '/x' })).toMatchObject({
      kind: 'failed',
      code: 'EXCHANGE_TOO_LARGE',
    });
    expect(resultOf(await ask({ method: 'POST', path: '/x' }))).toMatchObject({
      status: 201,
      dropped: expect.any(String),
    });
  });

  it('that grows over the limit when it is written as JSON counts as too large', async () => {
    answering('\u0001'.repeat(400), 'text/plain');
    expect(await ask({ method: 'GET', path: '/x' }, 1_000)).toMatchObject({
      code: 'EXCHANGE_TOO_LARGE',
    });
  });

  it('that breaks off fails a look, and after a change keeps what is known', async () => {
    server.answer((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    expect(await ask({ method: 'GET', path: '/x' })).toMatchObject({ code: 'EXCHANGE_NO_ANSWER' });
    expect(resultOf(await ask({ method: 'POST', path: '/x' }))).toMatchObject({
      status: 200,
      dropped: expect.any(String),
    });
  });
});

describe('a request', () => {
  it('follows redirects, but for one that was let go to its address and no further', async () => {
    answering('ok', 'text/plain');
    const { broker, asked } = directBroker(server.url);
    const look = call({ method: 'GET', path: '/x' });
    await httpPerformer(broker)(look, quiet());
    await httpPerformer(broker)({ ...look, isDirect: true }, quiet());
    expect(asked.map(({ followsRedirects }) => followsRedirects)).toEqual([undefined, false]);
  });

  it('carries query, headers and body as asked, through the call’s connection', async () => {
    answering('ok', 'text/plain');
    const { broker, asked } = directBroker(server.url);
    await httpPerformer(broker)(
      call({
        method: 'POST',
        path: '/x',
        query: { q: 'a b&c', '': 'd' },
        headers: { accept: 'text/plain' },
        body: '{"ä":1}',
      }),
      quiet(),
    );
    expect(asked[0]).toMatchObject({
      workspace: 'ws_a',
      run: 'run_a',
      call: 'run_a.7',
      connection: 'con_x',
      url: '/x?q=a+b%26c&=d',
      headers: { accept: 'text/plain', 'content-type': 'application/json' },
    });
    expect(Buffer.from(asked[0]?.body ?? []).toString()).toBe('{"ä":1}');
  });

  it('that only looks takes no body', async () => {
    expect(await ask({ method: 'GET', path: '/x', body: 'y' })).toMatchObject({
      code: 'ARGUMENTS_UNUSABLE',
    });
  });

  it('joins a query to an absolute address', async () => {
    answering('ok', 'text/plain');
    const result = resultOf(
      await ask({ method: 'GET', url: `${server.url}/y?a=1`, query: { b: '2' } }),
    );
    expect(result).toMatchObject({ url: `${server.url}/y?a=1&b=2` });
    expect(await ask({ method: 'GET', url: 'no address' })).toMatchObject({
      code: 'ARGUMENTS_UNUSABLE',
    });
  });
});

describe('no answer', () => {
  const against = (thrown: unknown, method: string) =>
    httpPerformer({ fetch: () => Promise.reject(thrown) })(call({ method, path: '/x' }), quiet());

  it.each([
    ['EGRESS_LOST', 'GET', { kind: 'failed', code: 'EXCHANGE_NO_ANSWER' }],
    ['EGRESS_LOST', 'POST', { kind: 'unknown' }],
    ['EGRESS_LOST', 'DELETE', { kind: 'unknown' }],
    ['BROKER_LOST', 'PUT', { kind: 'unknown' }],
    ['EGRESS_UNREACHABLE', 'POST', { kind: 'failed', code: 'EXCHANGE_UNREACHABLE' }],
    ['BROKER_UNREACHABLE', 'POST', { kind: 'failed', code: 'EXCHANGE_UNREACHABLE' }],
    ['EGRESS_REFUSED', 'POST', { kind: 'failed', code: 'EXCHANGE_REFUSED' }],
  ] as const)('by %s of a %s is told for what it is', async (code, method, outcome) => {
    expect(await against(egressFault(code), method)).toMatchObject(outcome);
  });

  it('after an earlier hop was made is unknown for what changes something', async () => {
    const refused = egressFault('EGRESS_REFUSED', { details: { sent: true } });
    expect(await against(refused, 'POST')).toMatchObject({ kind: 'unknown' });
    expect(await against(refused, 'GET')).toMatchObject({ code: 'EXCHANGE_REFUSED' });
  });

  it('comes at once when the call is stopped while the body runs', async () => {
    server.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.write('first');
    });
    const stop = new AbortController();
    const { broker } = directBroker(server.url);
    const running = httpPerformer({
      fetch: async (wanted, signal) => {
        const answer = await broker.fetch(wanted, signal);
        queueMicrotask(() => stop.abort(new Error('stopped')));
        return answer;
      },
    })(call({ method: 'GET', path: '/x' }), quiet({ signal: stop.signal }));
    await expect(running).rejects.toThrow();
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { egressFault } from '../egress/errors.ts';
import { type Asking, askModel } from '../testing/ask-model.ts';
import {
  type DirectBroker,
  directBroker,
  type LocalServer,
  localServer,
} from '../testing/direct-broker.ts';
import { events } from '../testing/model-servers.ts';

let server: LocalServer;
let direct: DirectBroker;
beforeAll(async () => {
  server = await localServer();
  direct = directBroker(server.url);
});
afterAll(() => server.close());

const ask = (request: Asking['request'] = {}, more: Partial<Asking> = {}) =>
  askModel({ broker: direct.broker, baseUrl: `${server.url}/v1`, request, ...more });

describe('a provider that says no', () => {
  it.each([
    [401, { error: { message: 'Incorrect API key' } }, 'MODEL_AUTH'],
    [403, { error: { message: 'no' } }, 'MODEL_AUTH'],
    [429, { error: { message: 'slow down' } }, 'MODEL_RATE_LIMITED'],
    [429, { error: { message: 'x', code: 'insufficient_quota' } }, 'MODEL_AUTH'],
    [
      400,
      { error: { message: "This model's maximum context length is 8192 tokens" } },
      'MODEL_CONTEXT_TOO_LONG',
    ],
    [400, { error: { message: 'x', code: 'context_length_exceeded' } }, 'MODEL_CONTEXT_TOO_LONG'],
    [
      400,
      { error: { message: 'prompt is too long: 200001 tokens > 200000 maximum' } },
      'MODEL_CONTEXT_TOO_LONG',
    ],
    [413, { error: { message: 'x' } }, 'MODEL_CONTEXT_TOO_LONG'],
    [400, { error: { message: 'bad tool schema' } }, 'MODEL_BAD_REQUEST'],
    [404, { error: { message: 'no such model' } }, 'MODEL_BAD_REQUEST'],
    [500, { error: { message: 'oops' } }, 'MODEL_UNAVAILABLE'],
    [503, 'plain text', 'MODEL_UNAVAILABLE'],
    [529, { error: { message: 'overloaded' } }, 'MODEL_UNAVAILABLE'],
  ])('by %i %j fails as that', async (status, body, code) => {
    server.answer((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
    const before = direct.asked.length;
    expect((await ask()).said).toMatchObject({ kind: 'failed', code });
    // Whether and when to ask again is for the engine to say.
    expect(direct.asked.length - before).toBe(1);
  });

  it.each([
    ['retry-after', '7', 7_000],
    ['retry-after-ms', '1500', 1_500],
    ['retry-after', 'Mon, 05 Jan 2026 10:00:30 GMT', 30_000],
    ['retry-after', 'Mon, 05 Jan 2026 09:00:00 GMT', 0],
    ['retry-after', '999999', 600_000],
    ['retry-after', 'soon', null],
  ])('and asks for patience by %s: %s is understood', async (name, value, ms) => {
    server.answer((_request, response) => {
      response.writeHead(429, { [name]: value });
      response.end('{}');
    });
    expect((await ask()).said).toMatchObject({ code: 'MODEL_RATE_LIMITED', retryAfterMs: ms });
  });

  it('within its stream fails as that', async () => {
    server.answer(
      events([
        { error: { message: 'maximum context length is 10', type: 'invalid_request_error' } },
      ]),
    );
    expect((await ask()).said).toMatchObject({ code: 'MODEL_CONTEXT_TOO_LONG' });
    server.answer(events([{ error: { message: 'Overloaded', type: 'overloaded_error' } }]));
    expect((await ask()).said).toMatchObject({ code: 'MODEL_UNAVAILABLE' });
  });

  it.each([
    ['breaks off', (response: { destroy(): void }) => response.destroy()],
    ['ends without a finish', (response: { end(): void }) => response.end()],
  ])('that %s within its stream is unavailable', async (_name, finish) => {
    server.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"id":"x","choices":[{"index":0,"delta":{"content":"Hel"}}]}\n\n', () =>
        finish(response),
      );
    });
    const { said, deltas } = await ask();
    expect(said).toMatchObject({ kind: 'failed', code: 'MODEL_UNAVAILABLE' });
    expect(deltas).toEqual([{ kind: 'text', text: 'Hel' }]);
  });

  it('that answers with what is no stream is unavailable', async () => {
    server.answer((_request, response) => response.end('<html>welcome</html>'));
    expect((await ask()).said).toMatchObject({ kind: 'failed', code: 'MODEL_UNAVAILABLE' });
  });

  it.each([
    ['EGRESS_REFUSED', 'MODEL_REFUSED'],
    ['EGRESS_UNREACHABLE', 'MODEL_UNAVAILABLE'],
    ['BROKER_UNREACHABLE', 'MODEL_UNAVAILABLE'],
    ['BROKER_LOST', 'MODEL_UNAVAILABLE'],
  ] as const)('through the broker’s %s fails as %s', async (fault, code) => {
    const broker = { fetch: () => Promise.reject(egressFault(fault)) };
    expect((await ask({}, { broker })).said).toMatchObject({ kind: 'failed', code });
  });

  it.each([
    [401, 'MODEL_AUTH'],
    [429, 'MODEL_RATE_LIMITED'],
    [529, 'MODEL_UNAVAILABLE'],
  ] as const)('by %i behind a provider package fails as %s, asked once', async (status, code) => {
    server.answer((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '3' });
      response.end(JSON.stringify({ type: 'error', error: { type: 'x', message: 'no' } }));
    });
    const before = direct.asked.length;
    const { said } = await ask({}, { provider: 'anthropic' });
    expect(said).toMatchObject({ kind: 'failed', code, retryAfterMs: 3_000 });
    expect(direct.asked.length - before).toBe(1);
  });

  it('through the broker behind a provider package fails as the broker’s fault', async () => {
    const broker = { fetch: () => Promise.reject(egressFault('EGRESS_REFUSED')) };
    const { said } = await ask({}, { provider: 'google', broker });
    expect(said).toMatchObject({ kind: 'failed', code: 'MODEL_REFUSED' });
  });

  it('has to have an address', async () => {
    expect((await ask({}, { baseUrl: null })).said).toMatchObject({ code: 'MODEL_BAD_REQUEST' });
  });
});

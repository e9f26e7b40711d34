import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ignore } from '../egress/ignore.ts';
import { type Asking, askModel } from '../testing/ask-model.ts';
import {
  type DirectBroker,
  directBroker,
  type LocalServer,
  localServer,
} from '../testing/direct-broker.ts';

let server: LocalServer;
let direct: DirectBroker;
beforeAll(async () => {
  server = await localServer();
  direct = directBroker(server.url);
});
afterAll(() => server.close());

const ask = (request: Asking['request'] = {}, more: Partial<Asking> = {}) =>
  askModel({ broker: direct.broker, baseUrl: `${server.url}/v1`, request, ...more });

describe('a cancel', () => {
  it.each([
    ['before the first byte', false],
    ['within the stream', true],
  ])('%s ends the exchange at once', async (_name, begins) => {
    let gone: () => void = ignore;
    const closed = new Promise<void>((resolve) => {
      gone = resolve;
    });
    const stop = new AbortController();
    server.answer((_request, response) => {
      response.on('close', gone);
      if (!begins) {
        stop.abort(new Error('stopped'));
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"id":"x","choices":[{"index":0,"delta":{"content":"Hel"}}]}\n\n');
    });
    const begun = performance.now();
    const running = ask(
      {},
      { signal: stop.signal, onDelta: () => stop.abort(new Error('stopped')) },
    );
    await expect(running).rejects.toThrow('stopped');
    await closed;
    expect(performance.now() - begun).toBeLessThan(1_000);
  });

  const chat = { id: 'x', choices: [{ index: 0, delta: { content: 'a' } }] };
  const message = { id: 'm', type: 'message', role: 'assistant', model: 'x', content: [] };
  it.each([
    ['openai-compatible', [chat]],
    [
      'anthropic',
      [
        {
          type: 'message_start',
          message: { ...message, usage: { input_tokens: 1, output_tokens: 0 } },
        },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'a' } },
      ],
    ],
  ] as const)(
    'of a deaf broker still ends the wait for a stream of %s',
    async (provider, events) => {
      const stop = new AbortController();
      const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
      const broker = {
        fetch: async () => ({
          status: 200,
          headers: { 'content-type': 'text/event-stream' },
          url: 'x',
          body: new ReadableStream<Uint8Array>({
            start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
          }),
        }),
      };
      // Later than the first words, when the next read waits for what never comes.
      const onDelta = () => setImmediate(() => stop.abort(new Error('stopped')));
      const running = ask({}, { provider, broker, signal: stop.signal, onDelta });
      await expect(running).rejects.toThrow('stopped');
    },
  );
});

import type { Json } from '@countersign/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Asking, askModel, OWN, READ } from '../testing/ask-model.ts';
import {
  type DirectBroker,
  directBroker,
  type LocalServer,
  localServer,
} from '../testing/direct-broker.ts';
import {
  anthropicServer,
  compatibleServer,
  googleServer,
  openaiServer,
} from '../testing/model-servers.ts';

let server: LocalServer;
let direct: DirectBroker;
beforeAll(async () => {
  server = await localServer();
  direct = directBroker(server.url);
});
afterAll(() => server.close());

const ask = (request: Asking['request'] = {}, more: Partial<Asking> = {}) =>
  askModel({ broker: direct.broker, baseUrl: `${server.url}/v1`, request, ...more });

/** The body of the last request that was sent. */
function lastBody(): { [key: string]: Json } {
  return JSON.parse(Buffer.from(direct.asked.at(-1)?.body ?? []).toString());
}

describe.each([
  ['openai-compatible', compatibleServer],
  ['openai', openaiServer],
  ['anthropic', anthropicServer],
  ['google', googleServer],
] as const)('a model of %s', (provider, says) => {
  it('gives its text as it comes, its wishes, and what was counted', async () => {
    server.answer(
      says({
        text: ['Hel', 'lo'],
        calls: [{ id: 'c1', name: 'mail_list', arguments: '{"limit":5}' }],
        tokens: [12, 7],
      }),
    );
    const { said, deltas } = await ask({}, { provider });
    expect(said).toMatchObject({
      kind: 'said',
      reply: {
        text: 'Hello',
        calls: [{ tool: 'mail_list', args: { limit: 5 } }],
        finish: 'tool-calls',
        tokensIn: 12,
        tokensOut: 7,
      },
    });
    expect(deltas.filter(({ kind }) => kind === 'text')).toEqual([
      { kind: 'text', text: 'Hel' },
      { kind: 'text', text: 'lo' },
    ]);
    expect(deltas).toContainEqual({ kind: 'tool', tool: 'mail_list' });
  });

  it('is reached through the broker, without any key', async () => {
    server.answer(says({ text: ['x'] }));
    await ask({}, { provider });
    const asked = direct.asked.at(-1);
    expect(asked).toMatchObject({
      workspace: 'ws_a',
      run: 'run_a',
      call: 'run_a.1',
      connection: 'con_model',
      timeoutMs: 10_000,
    });
    expect(asked?.url.startsWith(`${server.url}/v1/`)).toBe(true);
    expect(JSON.stringify(asked?.headers)).not.toMatch(/held-by|bearer|api-key|exchange/i);
    expect(asked?.url).not.toContain('key=');
  });

  it('is told the context with results beside the wishes they answer', async () => {
    server.answer(says({ text: ['x'] }));
    const { said } = await ask(
      {
        messages: [
          { role: 'user', text: 'Hello', label: OWN },
          {
            role: 'assistant',
            text: 'I look.',
            label: READ,
            calls: [
              { id: 'p1', call: 'run_a.2', tool: 'mail_list', args: { limit: 1 } },
              { id: 'p2', call: 'run_a.3', tool: 'mail_list', args: null },
              { id: 'p3', call: 'run_a.4', tool: 'mail_list', args: {} },
            ],
          },
          {
            role: 'tool',
            call: 'run_a.3',
            tool: 'mail_list',
            content: { error: { code: 'NO_JSON' } },
            isError: true,
            label: READ,
          },
          {
            role: 'tool',
            call: 'run_a.2',
            tool: 'mail_list',
            content: { total: 42 },
            isError: false,
            label: READ,
          },
        ],
      },
      { provider },
    );
    expect(said.kind).toBe('said');
    const body = JSON.stringify(lastBody());
    const places = ['Be brief.', 'Hello', 'I look.', 'total', 'NO_JSON', 'There is no result.'].map(
      (part) => body.indexOf(part),
    );
    expect(places).not.toContain(-1);
    // Google and Anthropic carry the instructions apart from the messages.
    expect(places.slice(1)).toEqual([...places.slice(1)].sort((a, b) => a - b));
    expect(body).toContain('Lists mail.');
  });
});

describe('a reply', () => {
  it.each([
    ['broken JSON', '{"limit":', null],
    ['no object', '[1]', null],
    ['nothing', '', {}],
    ['numbers without end', '{"a":1e999}', null],
    ['half a character', '{"a":"\\ud800"}', { a: '\uFFFD' }],
  ])('whose arguments are %s keeps its wish', async (_name, written, args) => {
    server.answer(
      compatibleServer({ calls: [{ id: 'c', name: 'mail_list', arguments: written }] }),
    );
    const { said } = await ask();
    expect(said).toMatchObject({
      reply: { calls: [{ tool: 'mail_list', args }], finish: 'tool-calls' },
    });
  });

  it('that gives two wishes one id gets ids of its own', async () => {
    const call = { id: 'same', name: 'mail_list', arguments: '{}' };
    server.answer(compatibleServer({ calls: [call, call] }));
    const { said } = await ask();
    const ids = said.kind === 'said' ? said.reply.calls.map(({ id }) => id) : [];
    expect(new Set(ids).size).toBe(2);
  });

  it.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['content_filter', 'filtered'],
    ['something_new', 'other'],
  ])('that finishes by %s says so', async (raw, finish) => {
    server.answer(compatibleServer({ text: ['x'], finish: raw }));
    expect((await ask()).said).toMatchObject({ reply: { finish } });
  });

  it('whose tokens nobody counted is estimated, and not below what it has', async () => {
    server.answer(compatibleServer({ text: ['word '.repeat(30)] }));
    const { said } = await ask({ messages: [{ role: 'user', text: 'x'.repeat(300), label: OWN }] });
    if (said.kind !== 'said') throw new Error('it said nothing');
    expect(said.reply.tokensIn).toBeGreaterThanOrEqual(100);
    expect(said.reply.tokensOut).toBeGreaterThanOrEqual(50);
    expect(said.bytesOut).toBeGreaterThan(300);
  });

  it('holds nothing that a store would refuse', async () => {
    server.answer(compatibleServer({ text: ['a\0b', '\ud83d', '\ude42'] }));
    expect((await ask()).said).toMatchObject({ reply: { text: 'a\uFFFDb🙂' } });
  });
});

describe('a context', () => {
  it('marks what the person pasted, and names files', async () => {
    server.answer(compatibleServer({ text: ['x'] }));
    await ask({
      instructions: '',
      tools: [],
      messages: [
        { role: 'user', text: 'Read this', label: OWN },
        { role: 'user', text: 'pasted words', label: READ },
        {
          role: 'user',
          text: '',
          label: READ,
          files: [{ object: 'obj_1', name: 'a"b.txt', mediaType: 'text/plain', bytes: 3 }],
        },
        { role: 'assistant', text: '', calls: [], label: READ },
      ],
    });
    expect(lastBody()['messages']).toEqual([
      { role: 'user', content: 'Read this' },
      { role: 'user', content: 'Pasted text:\npasted words' },
      { role: 'user', content: 'File obj_1: "a\\"b.txt", text/plain, 3 bytes' },
    ]);
    expect(lastBody()).not.toHaveProperty('tools');
  });

  it('leaves nothing behind at OpenAI, and asks for no strict schema', async () => {
    server.answer(openaiServer({ text: ['x'] }));
    await ask({}, { provider: 'openai' });
    expect(lastBody()).toMatchObject({ store: false, tools: [{ strict: false }] });
  });
});

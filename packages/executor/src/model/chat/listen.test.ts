import type { JsonObject, ModelDelta } from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Hearing } from '../hearing.ts';
import { readEvents } from './events.ts';
import { ChatListener } from './listen.ts';

const delta = (said: JsonObject, more: JsonObject = {}): JsonObject => ({
  choices: [{ index: 0, delta: said, ...more }],
});
const END = delta({}, { finish_reason: 'stop' });

function hear(...chunks: readonly JsonObject[]) {
  const deltas: ModelDelta[] = [];
  const hearing = new Hearing((one) => deltas.push(one));
  const listener = new ChatListener(hearing);
  for (const chunk of chunks) listener.take(chunk);
  listener.end();
  return { ...hearing.whole(), deltas };
}

const wish = (part: JsonObject) => delta({ tool_calls: [part] });

describe('wishes', () => {
  it.each<[string, JsonObject[]]>([
    [
      'in parts, by index',
      [
        wish({ index: 0, id: 'a', function: { name: 'f', arguments: '{"x"' } }),
        wish({ index: 1, id: 'b', function: { name: 'g', arguments: '' } }),
        wish({ index: 0, function: { arguments: ':1}' } }),
        wish({ index: 1, function: { arguments: '{"y":2}' } }),
      ],
    ],
    [
      'whole, without an index',
      [
        wish({ id: 'a', function: { name: 'f', arguments: '{"x":1}' } }),
        wish({ id: 'b', function: { name: 'g', arguments: '{"y":2}' } }),
      ],
    ],
    [
      'all numbered 0, told apart by id',
      [
        wish({ index: 0, id: 'a', function: { name: 'f', arguments: '{"x":1}' } }),
        wish({ index: 0, id: 'b', function: { name: 'g', arguments: '{"y":2}' } }),
      ],
    ],
    [
      'with id and name in every part',
      [
        wish({ index: 0, id: 'a', function: { name: 'f', arguments: '{"x"' } }),
        wish({ index: 0, id: 'a', function: { name: 'f', arguments: ':1}' } }),
        wish({ index: 1, id: 'b', function: { name: 'g', arguments: '{"y":2}' } }),
      ],
    ],
    [
      'with arguments that are an object',
      [
        wish({ index: 0, id: 'a', function: { name: 'f', arguments: { x: 1 } } }),
        wish({ index: 1, id: 'b', function: { name: 'g', arguments: { y: 2 } } }),
      ],
    ],
    [
      'with the name after the id',
      [
        wish({ index: 0, id: 'a', function: {} }),
        wish({ index: 0, function: { name: 'f', arguments: '{"x":1}' } }),
        wish({ index: 1, id: 'b', function: { name: 'g', arguments: '{"y":2}' } }),
      ],
    ],
  ])('%s are put together', (_name, chunks) => {
    const { calls, deltas } = hear(...chunks, END);
    expect(calls).toEqual([
      { id: 'a', tool: 'f', args: { x: 1 } },
      { id: 'b', tool: 'g', args: { y: 2 } },
    ]);
    expect(deltas).toEqual([
      { kind: 'tool', tool: 'f' },
      { kind: 'tool', tool: 'g' },
    ]);
  });

  it('without ids get some', () => {
    const { calls } = hear(
      wish({ index: 0, function: { name: 'f', arguments: '{}' } }),
      wish({ index: 1, function: { name: 'f', arguments: '{}' } }),
      END,
    );
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
  });

  it('beyond what anybody needs are refused', () => {
    const many = Array.from({ length: 65 }, (_, index) =>
      wish({ index, id: `${index}`, function: { name: 'f' } }),
    );
    expect(() => hear(...many, END)).toThrow('more than 64');
  });
});

describe('a completion', () => {
  it('may come whole, and in parts of content', () => {
    expect(
      hear({
        choices: [
          {
            message: { content: [{ type: 'text', text: 'Hi' }, { type: 'image' }] },
            finish_reason: 'length',
          },
        ],
        usage: { prompt_tokens: 3, completion_tokens: 2 },
      }),
    ).toMatchObject({ text: 'Hi', finish: 'length', tokensIn: 3, tokensOut: 2 });
  });

  it('does not say what the model only thought', () => {
    expect(
      hear(delta({ reasoning_content: 'hm', content: null }), delta({ content: 'Hi' }), END).text,
    ).toBe('Hi');
  });

  it('that is a refusal was filtered', () => {
    expect(hear(delta({ refusal: 'I will not.' }), END)).toMatchObject({
      text: 'I will not.',
      finish: 'filtered',
    });
  });

  it.each([
    [{ error: { message: 'Overloaded', type: 'overloaded_error' } }, 'Overloaded overloaded_error'],
    [{ error: 'broken' }, 'broken'],
  ])('that carries %j throws it', (chunk, text) => {
    expect(() => hear(chunk)).toThrow(text);
  });

  it('longer than a million characters is refused', () => {
    expect(() => hear(delta({ content: 'x'.repeat(1_000_001) }), END)).toThrow('a million');
  });

  it('never breaks the listener, whatever JSON it is', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 4 })), (values) => {
        const listener = new ChatListener(new Hearing(() => undefined));
        for (const value of values)
          listener.take({
            choices: [{ delta: { content: value as null, tool_calls: [value as null] } }],
          });
        listener.end();
      }),
      { numRuns: 200 },
    );
  });
});

describe('events', () => {
  async function read(text: string, size = 7) {
    const bytes = new TextEncoder().encode(text);
    let at = 0;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= bytes.length) controller.close();
        else controller.enqueue(bytes.slice(at, at + size));
        at += size;
      },
    });
    const all: JsonObject[] = [];
    for await (const event of readEvents(stream, new AbortController().signal)) all.push(event);
    return all;
  }

  it.each([
    ['LF', 'data: {"a":"ü"}\n\ndata: {"b":2}\n\ndata: [DONE]\n\ndata: {"c":3}\n\n'],
    ['CR LF', 'data: {"a":"ü"}\r\n\r\ndata: {"b":2}\r\n\r\n'],
    ['no blank after the colon', 'data:{"a":"ü"}\n\ndata:{"b":2}\n\n'],
    [
      'comments and other fields',
      ': hi\nid: 1\nevent: x\ndata: {"a":"ü"}\n\n:\n\ndata: {"b":2}\nretry: 3\n\n',
    ],
    ['lines of one event', 'data: {"a":\ndata: "ü"}\n\ndata: {"b":2}\n\n'],
    ['no blank line at the end', 'data: {"a":"ü"}\n\ndata: {"b":2}'],
  ])('with %s are read, wherever the chunks are cut', async (_name, text) => {
    for (const size of [1, 3, 7, 1_000])
      expect(await read(text, size)).toEqual([{ a: 'ü' }, { b: 2 }]);
  });

  it.each([
    ['no JSON', 'data: {\n\n'],
    ['no object', 'data: [1]\n\n'],
  ])('that are %s are an error', async (_name, text) => {
    await expect(read(text)).rejects.toThrow();
  });

  it('without end are an error before they fill the memory', async () => {
    await expect(read(`data: ${'x'.repeat(4_100_000)}`, 100_000)).rejects.toThrow('no end');
  });
});

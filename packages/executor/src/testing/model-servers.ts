import type { IncomingMessage, ServerResponse } from 'node:http';

/** What a provider's server is to say: pieces of text, calls, and what it counted. */
export interface Saying {
  readonly text?: readonly string[];
  readonly calls?: readonly {
    readonly id: string;
    readonly name: string;
    readonly arguments: string;
  }[];
  readonly tokens?: readonly [number, number];
  readonly finish?: string;
}

type Server = (saying: Saying) => (request: IncomingMessage, response: ServerResponse) => void;

/** Answers with server-sent events, one `data` each; an event's `type` is its name where it has one. */
export function events(
  list: readonly object[],
  last?: string,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of list) {
      const name = 'type' in event ? `event: ${String(event.type)}\n` : '';
      response.write(`${name}data: ${JSON.stringify(event)}\n\n`);
    }
    response.end(last === undefined ? '' : `data: ${last}\n\n`);
  };
}

/** Chat completions, as vLLM, Ollama, llama.cpp and many others speak them. */
export const compatibleServer: Server = ({ text = [], calls = [], tokens, finish = 'stop' }) => {
  const chunk = (delta: object, more: object = {}) => ({
    id: 'x',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, ...more }],
  });
  return events(
    [
      ...text.map((content) => chunk({ content })),
      ...calls.map(({ id, name, arguments: args }, index) =>
        chunk({
          tool_calls: [{ index, id, type: 'function', function: { name, arguments: args } }],
        }),
      ),
      chunk({}, { finish_reason: calls.length > 0 ? 'tool_calls' : finish }),
      ...(tokens
        ? [
            {
              id: 'x',
              choices: [],
              usage: { prompt_tokens: tokens[0], completion_tokens: tokens[1] },
            },
          ]
        : []),
    ],
    '[DONE]',
  );
};

/** OpenAI's responses. */
export const openaiServer: Server = ({ text = [], calls = [], tokens = [1, 1] }) =>
  events([
    { type: 'response.created', response: { id: 'r', created_at: 1, model: 'm' } },
    { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'm1' } },
    ...text.map((delta) => ({ type: 'response.output_text.delta', item_id: 'm1', delta })),
    { type: 'response.output_item.done', output_index: 0, item: { type: 'message', id: 'm1' } },
    ...calls.flatMap(({ id, name, arguments: args }, i) => {
      const item = { type: 'function_call', id: `f${i}`, call_id: id, name, arguments: args };
      return [
        {
          type: 'response.output_item.added',
          output_index: i + 1,
          item: { ...item, arguments: '' },
        },
        {
          type: 'response.output_item.done',
          output_index: i + 1,
          item: { ...item, status: 'completed' },
        },
      ];
    }),
    {
      type: 'response.completed',
      response: { usage: { input_tokens: tokens[0], output_tokens: tokens[1] } },
    },
  ]);

/** Anthropic's messages. */
export const anthropicServer: Server = ({ text = [], calls = [], tokens = [1, 1] }) =>
  events([
    {
      type: 'message_start',
      message: {
        id: 'm',
        type: 'message',
        role: 'assistant',
        model: 'x',
        content: [],
        usage: { input_tokens: tokens[0], output_tokens: 0 },
      },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    ...text.map((piece) => ({
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text: piece },
    })),
    { type: 'content_block_stop', index: 0 },
    ...calls.flatMap(({ id, name, arguments: args }, i) => [
      {
        type: 'content_block_start',
        index: i + 1,
        content_block: { type: 'tool_use', id, name, input: {} },
      },
      {
        type: 'content_block_delta',
        index: i + 1,
        delta: { type: 'input_json_delta', partial_json: args },
      },
      { type: 'content_block_stop', index: i + 1 },
    ]),
    {
      type: 'message_delta',
      delta: { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: { output_tokens: tokens[1] },
    },
    { type: 'message_stop' },
  ]);

/** Google's generateContent. */
export const googleServer: Server = ({ text = [], calls = [], tokens = [1, 1] }) => {
  const parts = [
    ...text.map((piece) => ({ text: piece })),
    ...calls.map(({ name, arguments: args }) => ({
      functionCall: { name, args: JSON.parse(args) },
    })),
  ];
  return events([
    ...parts.map((part) => ({ candidates: [{ content: { role: 'model', parts: [part] } }] })),
    {
      candidates: [{ content: { role: 'model', parts: [] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: tokens[0], candidatesTokenCount: tokens[1] },
    },
  ]);
};

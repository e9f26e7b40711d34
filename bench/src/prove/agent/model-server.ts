import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '@countersign/contract';

/** A message of a chat completion's request, as far as a model here looks at it. */
export interface Heard {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly { readonly id: string }[];
  readonly tool_call_id?: string;
}

/** What a model says: text, or calls under ids of its own. */
export interface Said {
  readonly text?: string;
  readonly calls?: readonly {
    readonly id: string;
    readonly tool: string;
    readonly args: JsonObject;
  }[];
}

/** A model by its name: what it says to what it heard. Without `tools` it is asked to plan. */
export type Model = (heard: readonly Heard[], tools: boolean) => Said;

/** An OpenAI-compatible `/v1/chat/completions` on loopback. */
export interface ModelServer {
  readonly url: string;
  close(): Promise<void>;
}

/** @param models by the name that a request asks for */
export async function startModels(models: ReadonlyMap<string, Model>): Promise<ModelServer> {
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const model = models.get(body.model);
      if (!model) {
        response.writeHead(404, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error: { message: 'There is no such model.' } }));
        return;
      }
      const said = model(body.messages, (body.tools ?? []).length > 0);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(completion(said)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function completion({ text = '', calls = [] }: Said) {
  const tool_calls = calls.map(({ id, tool, args }) => ({
    ...{ id, type: 'function' },
    function: { name: tool, arguments: JSON.stringify(args) },
  }));
  return {
    ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'mock' },
    choices: [
      {
        index: 0,
        finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
        message: {
          role: 'assistant',
          content: text,
          ...(calls.length > 0 ? { tool_calls } : {}),
        },
      },
    ],
    usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 },
  };
}

interface ChatRequest {
  readonly model: string;
  readonly messages: readonly Heard[];
  readonly tools?: readonly unknown[];
}

async function bodyOf(request: IncomingMessage): Promise<ChatRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  // Our own speaker sends what the API says.
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as ChatRequest;
}

import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A model and a tool on loopback that answer at once, so that what is measured is everything around them. */
export interface Mock {
  readonly url: string;
  /** Milliseconds the mock itself took since the last reset: to be subtracted. */
  served(): { readonly ms: number; readonly calls: number };
  reset(): void;
  close(): Promise<void>;
}

const WORDS = Array.from({ length: 40 }, (_, index) => `${index > 0 ? ' ' : ''}word${index}`);
const USAGE = {
  prompt_tokens: 50,
  completion_tokens: WORDS.length,
  total_tokens: 50 + WORDS.length,
};

/**
 * An OpenAI-compatible `/v1/chat/completions`, streaming or not: a context that ends with what the tool answers gets
 * forty words, any other a call of the first tool. And `/tool/<anything>`, which answers a small JSON. A turn whose
 * tool was not called, or failed, so never gets its words.
 */
export async function startMock(): Promise<Mock> {
  let ms = 0;
  let calls = 0;
  let ids = 0;
  const server: Server = createServer((request, response) => {
    if (request.url?.startsWith('/tool')) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"verdict":"clean","score":3}');
      return;
    }
    void bodyOf(request).then((body) => {
      const began = performance.now();
      calls += 1;
      const id = `chatcmpl-${++ids}`;
      const isAnswer =
        body.messages.at(-1)?.role === 'tool' &&
        JSON.stringify(body.messages.at(-1)?.content).includes('verdict');
      const call = {
        index: 0,
        id: `call_${ids}`,
        type: 'function',
        function: {
          name: body.tools?.[0]?.function.name ?? '',
          arguments: '{"method":"GET","path":"/tool/x"}',
        },
      };
      const frame = { id, created: 1_700_000_000, model: 'mock' };
      if (body.stream !== true) {
        const message = isAnswer
          ? { role: 'assistant', content: WORDS.join('') }
          : { role: 'assistant', content: null, tool_calls: [call] };
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify({
            ...frame,
            object: 'chat.completion',
            choices: [{ index: 0, finish_reason: isAnswer ? 'stop' : 'tool_calls', message }],
            usage: USAGE,
          }),
        );
      } else {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const send = (delta: object, finish: string | null = null) =>
          response.write(
            `data: ${JSON.stringify({ ...frame, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
          );
        if (isAnswer) for (const content of WORDS) send({ role: 'assistant', content });
        else send({ role: 'assistant', tool_calls: [call] });
        send({}, isAnswer ? 'stop' : 'tool_calls');
        response.write(
          `data: ${JSON.stringify({ ...frame, object: 'chat.completion.chunk', choices: [], usage: USAGE })}\n\n`,
        );
        response.end('data: [DONE]\n\n');
      }
      ms += performance.now() - began;
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    served: () => ({ ms, calls }),
    reset: () => {
      ms = 0;
      calls = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface ChatRequest {
  readonly stream?: boolean;
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

async function bodyOf(request: IncomingMessage): Promise<ChatRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  // The peers of this bench send what the API says.
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as ChatRequest;
}

import { Agent, request } from 'node:http';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, stepCountIs, streamText, tool } from 'ai';
import { z } from 'zod';

/** A loop of model, tool, model that stores nothing: what the turn costs at least. */
export interface Loop {
  readonly name: string;
  turn(text: string): Promise<string>;
  /** Calls back with the first piece of text. */
  stream(text: string, first: () => void): Promise<void>;
}

const agent = new Agent({ keepAlive: true });

/** node:http and JSON, nothing else. */
export function bareLoop(url: string): Loop {
  const tools = [
    {
      type: 'function',
      function: {
        name: 'http_request',
        parameters: { type: 'object', properties: { path: { type: 'string' } } },
      },
    },
  ];
  const turn = async (text: string, stream: boolean, first: () => void): Promise<string> => {
    const messages: unknown[] = [{ role: 'user', content: text }];
    const asked = JSON.parse(
      await post(`${url}/v1/chat/completions`, { model: 'mock', messages, tools }),
    ) as { choices: readonly { message: { tool_calls?: readonly { id: string }[] } }[] };
    const message = asked.choices[0]?.message;
    const result = await get(`${url}/tool/x`);
    messages.push(message, {
      role: 'tool',
      tool_call_id: message?.tool_calls?.[0]?.id,
      content: result,
    });
    const answer = await post(
      `${url}/v1/chat/completions`,
      { model: 'mock', messages, tools, stream },
      stream ? first : undefined,
    );
    return stream
      ? answer
      : ((JSON.parse(answer) as { choices: readonly { message: { content: string } }[] }).choices[0]
          ?.message.content ?? '');
  };
  return {
    name: 'raw HTTP loop',
    turn: (text) => turn(text, false, () => undefined),
    stream: async (text, first) => void (await turn(text, true, first)),
  };
}

/** The AI SDK's own loop. */
export function sdkLoop(url: string): Loop {
  const model = createOpenAICompatible({ name: 'mock', baseURL: `${url}/v1`, apiKey: 'none' })(
    'mock',
  );
  const tools = {
    http_request: tool({
      description: 'GET',
      inputSchema: z.object({ method: z.string().optional(), path: z.string().optional() }),
      execute: async () => JSON.parse(await get(`${url}/tool/x`)) as unknown,
    }),
  };
  const wish = (prompt: string) => ({
    model,
    tools,
    prompt,
    stopWhen: stepCountIs(5),
    maxRetries: 0,
  });
  return {
    name: 'AI SDK 6 loop',
    turn: async (text) => (await generateText(wish(text))).text,
    async stream(text, first) {
      let seen = false;
      for await (const piece of streamText(wish(text)).textStream) {
        if (!seen && piece !== '') first();
        seen ||= piece !== '';
      }
    },
  };
}

function post(url: string, body: unknown, first?: () => void): Promise<string> {
  return send(url, 'POST', JSON.stringify(body), first);
}

function get(url: string): Promise<string> {
  return send(url, 'GET', null);
}

function send(
  url: string,
  method: string,
  body: string | null,
  first?: () => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method, agent, headers: { 'content-type': 'application/json' } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => {
          if (chunks.length === 0) first?.();
          chunks.push(chunk);
        });
        response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
}

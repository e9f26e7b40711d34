import type { JsonObject, ModelRequest } from '@countersign/contract';
import { type Turn, turnsOf } from '../turns.ts';

/** The body of a request for a streamed chat completion. */
export function chatRequest(request: ModelRequest): JsonObject {
  const { name, instructions, tools, maxOutputTokens, temperature } = request;
  const system = instructions === '' ? [] : [{ role: 'system', content: instructions }];
  return {
    model: name,
    messages: [...system, ...turnsOf(request).flatMap(messagesOf)],
    max_tokens: maxOutputTokens,
    ...(temperature === undefined ? {} : { temperature }),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map((tool) => ({
            type: 'function',
            function: { name: tool.name, description: tool.description, parameters: tool.input },
          })),
          tool_choice: 'auto',
        }),
    stream: true,
    stream_options: { include_usage: true },
  };
}

/** Stands between what tools gave and what is told late: some servers want the model to speak in between. */
const NOTED = { role: 'assistant', content: 'Noted.' } as const;

function messagesOf(turn: Turn, at: number, turns: readonly Turn[]): readonly JsonObject[] {
  if (turn.kind === 'late') {
    const before = turns[at - 1];
    const isAfterTools = before?.kind === 'model' && before.wishes.length > 0;
    return [...(isAfterTools ? [NOTED] : []), { role: 'user', content: turn.text }];
  }
  if (turn.kind === 'user') return [{ role: 'user', content: turn.text }];
  const { text, wishes } = turn;
  if (wishes.length === 0) return [{ role: 'assistant', content: text }];
  return [
    {
      role: 'assistant',
      content: text === '' ? null : text,
      tool_calls: wishes.map(({ id, tool, args }) => ({
        id,
        type: 'function',
        function: { name: tool, arguments: JSON.stringify(args) },
      })),
    },
    ...wishes.map(({ id, content }) => ({
      role: 'tool',
      tool_call_id: id,
      content: typeof content === 'string' ? content : JSON.stringify(content),
    })),
  ];
}

import type {
  JSONValue,
  LanguageModelV3FunctionTool,
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  LanguageModelV3ToolResultPart,
} from '@ai-sdk/provider';
import type { ModelRequest, ModelTool } from '@countersign/contract';
import { type Turn, turnsOf, type Wish } from '../turns.ts';

/** The whole context as the provider packages want it. */
export function promptOf(request: ModelRequest): LanguageModelV3Prompt {
  const prompt = turnsOf(request).flatMap(messagesOf);
  const { instructions } = request;
  return instructions === '' ? prompt : [{ role: 'system', content: instructions }, ...prompt];
}

function messagesOf(turn: Turn): LanguageModelV3Message[] {
  if (turn.kind !== 'model')
    return [{ role: 'user', content: [{ type: 'text', text: turn.text }] }];
  const { text, wishes } = turn;
  const content = [
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...wishes.map(({ id, tool, args }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: tool,
      input: args,
    })),
  ];
  if (wishes.length === 0) return [{ role: 'assistant', content }];
  return [
    { role: 'assistant', content },
    { role: 'tool', content: wishes.map(resultPart) },
  ];
}

function resultPart({ id, tool, content, isError }: Wish): LanguageModelV3ToolResultPart {
  const part = { type: 'tool-result' as const, toolCallId: id, toolName: tool };
  if (typeof content === 'string')
    return { ...part, output: { type: isError ? 'error-text' : 'text', value: content } };
  // Json is JSONValue that nobody may change; the provider packages only write it out.
  const value = content as JSONValue;
  return { ...part, output: { type: isError ? 'error-json' : 'json', value } };
}

/** Tools as the provider packages want them. `strict` is off: our schemas have optional arguments and bounds. */
export function toolsOf(
  tools: readonly ModelTool[],
  saysStrict: boolean,
): LanguageModelV3FunctionTool[] {
  return tools.map(({ name, description, input }) => ({
    type: 'function',
    name,
    description,
    // The descriptor's schema; the package's type is an older draft with the same keywords.
    inputSchema: input as LanguageModelV3FunctionTool['inputSchema'],
    ...(saysStrict ? { strict: false } : {}),
  }));
}

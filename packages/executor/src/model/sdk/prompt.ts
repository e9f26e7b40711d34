import type {
  JSONValue,
  LanguageModelV3FunctionTool,
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  LanguageModelV3ToolResultPart,
} from '@ai-sdk/provider';
import {
  type FileRef,
  isTainted,
  type Message,
  type ModelRequest,
  type ModelTool,
} from '@countersign/contract';

type ToolMessage = Extract<Message, { role: 'tool' }>;
type AssistantMessage = Extract<Message, { role: 'assistant' }>;
type UserMessage = Extract<Message, { role: 'user' }>;

/**
 * The whole context as the provider packages want it. Results stand right after the wishes they answer,
 * under the provider's own ids; a wish without a result gets one, since providers refuse the gap.
 */
export function promptOf({ instructions, messages }: ModelRequest): LanguageModelV3Prompt {
  const results = new Map(
    messages.flatMap((message) => (message.role === 'tool' ? [[message.call, message]] : [])),
  );
  const prompt = messages.flatMap((message): LanguageModelV3Message[] => {
    if (message.role === 'user') return userMessage(message);
    return message.role === 'assistant' ? assistantMessages(message, results) : [];
  });
  return instructions === '' ? prompt : [{ role: 'system', content: instructions }, ...prompt];
}

function userMessage({ text, files = [], label }: UserMessage): LanguageModelV3Message[] {
  const said = isTainted(label.integrity) && text !== '' ? `Pasted text:\n${text}` : text;
  const all = [said, ...files.map(fileLine)].filter((line) => line !== '').join('\n');
  return all === '' ? [] : [{ role: 'user', content: [{ type: 'text', text: all }] }];
}

function fileLine({ object, name, mediaType, bytes }: FileRef): string {
  return `File ${object}: ${JSON.stringify(name)}, ${mediaType}, ${bytes} bytes`;
}

function assistantMessages(
  { text, calls }: AssistantMessage,
  results: ReadonlyMap<string, ToolMessage>,
): LanguageModelV3Message[] {
  const content = [
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...calls.map(({ id, tool, args }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: tool,
      // What could not be read as arguments is told in the result.
      input: args ?? {},
    })),
  ];
  if (content.length === 0) return [];
  if (calls.length === 0) return [{ role: 'assistant', content }];
  const answered = calls.map(({ id, tool, call }) => resultPart(id, tool, results.get(call)));
  return [
    { role: 'assistant', content },
    { role: 'tool', content: answered },
  ];
}

function resultPart(
  toolCallId: string,
  toolName: string,
  message: ToolMessage | undefined,
): LanguageModelV3ToolResultPart {
  const part = { type: 'tool-result' as const, toolCallId, toolName };
  if (!message) return { ...part, output: { type: 'error-text', value: 'There is no result.' } };
  const { content, isError } = message;
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

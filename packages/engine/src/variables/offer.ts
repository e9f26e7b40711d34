import type { AgentSnapshot, JsonObject, ModelTool } from '@countersign/contract';
import { holdsResults, namedTools } from './keep.ts';

/** The model's way to read what was held: from then on the context has its label. */
export const READ_VARIABLE = 'variable_read';

const HELD =
  'Its result stays outside your context: you are told its name, such as $mail_read_3, and its size. ' +
  'Pass it on as an argument that is exactly that name, or a place in it as $mail_read_3/messages/0/subject. Text around a name is not replaced. ' +
  'What you have not read cannot mislead you, and less of what you do then needs a person’s word.';

const READ_TOOL: ModelTool = {
  name: READ_VARIABLE,
  description:
    'Reads a held result, or a place in it, into your context. Read only what you must: after strangers’ words were read, a person is asked about more.',
  input: {
    type: 'object',
    properties: { from: { type: 'string', minLength: 2, maxLength: 500 } },
    required: ['from'],
    additionalProperties: false,
  },
};

/** The tools that a model is told of: each by all its names, and what the engine does by itself. */
export function offeredTools(agent: AgentSnapshot): readonly ModelTool[] {
  const named = namedTools(agent);
  const names = new Set(named.map(({ name }) => name));
  const own = holdsResults(agent) ? [READ_TOOL].filter(({ name }) => !names.has(name)) : [];
  return [
    ...named.map(
      ({ name, tool, keeps }): ModelTool => ({
        name,
        description: keeps ? `${tool.description}\n${HELD}` : tool.description,
        // A pinned schema is JSON.
        input: tool.input as JsonObject,
      }),
    ),
    ...own,
  ];
}

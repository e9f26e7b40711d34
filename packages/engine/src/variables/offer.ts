import {
  type AgentSnapshot,
  DELEGATE,
  EXTRACT,
  type JsonObject,
  type ModelTool,
  type PinnedTool,
  READ_VARIABLE,
} from '@countersign/contract';
import { bitsAllowed } from '../extraction/ask.ts';
import { holdsResults, namedTools } from './keep.ts';

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

function extractTool(bits: number): ModelTool {
  const value = { type: 'string', minLength: 1, maxLength: 100 };
  return {
    name: EXTRACT,
    description: `Has a held document read by a model that can do nothing else, and holds its answer. Each field is a closed domain: boolean, enum (values), number (min, max, step) or date (from, to). A run may extract ${bits} bits: a yes or no takes 1.6, one of 32 values 5. Pass a field on as $text_extract_5/urgent.`,
    input: {
      type: 'object',
      properties: {
        from: { type: 'string', minLength: 2, maxLength: 500 },
        fields: {
          type: 'object',
          minProperties: 1,
          maxProperties: 8,
          additionalProperties: {
            type: 'object',
            properties: {
              kind: { enum: ['boolean', 'enum', 'number', 'date'] },
              values: { type: 'array', items: value, minItems: 2, maxItems: 32 },
              min: { type: 'number' },
              max: { type: 'number' },
              step: { type: 'number' },
              from: value,
              to: value,
            },
            required: ['kind'],
            additionalProperties: false,
          },
        },
      },
      required: ['from', 'fields'],
      additionalProperties: false,
    },
  };
}

/** The tools that a model is told of: each by all its names, and what the engine does by itself. */
export function offeredTools(agent: AgentSnapshot): readonly ModelTool[] {
  const named = namedTools(agent);
  const names = new Set(named.map(({ name }) => name));
  const bits = bitsAllowed(agent);
  const own = [
    ...(holdsResults(agent) ? [READ_TOOL] : []),
    ...(bits > 0 ? [extractTool(bits)] : []),
  ].filter(({ name }) => !names.has(name));
  return [
    ...named.map(
      ({ name, tool, keeps }): ModelTool => ({
        name,
        description: [tool.description, ...(keeps ? [HELD] : []), ...subAgentsOf(agent, tool)].join(
          '\n',
        ),
        // A pinned schema is JSON.
        input: tool.input as JsonObject,
      }),
    ),
    ...own,
  ];
}

/** The sub-agents that a builder listed, in the builder's words. */
function subAgentsOf({ definition }: AgentSnapshot, { action }: PinnedTool): readonly string[] {
  const { subAgents = [] } = definition;
  if (action !== DELEGATE || subAgents.length === 0) return [];
  return ['Sub-agents:', ...subAgents.map(({ agent, purpose }) => `- ${agent}: ${purpose}`)];
}

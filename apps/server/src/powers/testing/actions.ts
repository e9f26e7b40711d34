import type { ActionDescriptor, JsonObject } from '@countersign/contract';

const text = { type: 'string', maxLength: 1_000 } as const;

function descriptor(id: string, more: Partial<ActionDescriptor>): ActionDescriptor {
  return {
    id,
    title: id,
    description: `The test action ${id}.`,
    effect: 'read',
    repeat: 'safe',
    input: {
      type: 'object',
      additionalProperties: false,
      properties: { to: text, text },
      required: [],
    } as unknown as ActionDescriptor['input'],
    output: { type: 'object' } as ActionDescriptor['output'],
    sinks: { '/to': 'dest', '/text': 'content' },
    results: {},
    bounds: {
      maxInputBytes: 10_000,
      maxOutputBytes: 100_000,
      timeoutMs: 5_000,
      maxCallsPerRun: 50,
    },
    connection: null,
    sentence: `Do ${id} to {/to}`,
    ...more,
  };
}

/** Actions of every effect and repeat, for tests of the path. What `test.read` gives is untrusted. */
export const TEST_ACTIONS: readonly ActionDescriptor[] = [
  descriptor('test.read', {
    input: {
      type: 'object',
      additionalProperties: false,
      properties: { text },
      required: [],
    } as unknown as ActionDescriptor['input'],
    sinks: { '/text': 'sel' },
    sentence: 'Read {/text}',
  }),
  descriptor('test.send', { effect: 'send', repeat: 'once' }),
  descriptor('test.keyed', { effect: 'send', repeat: 'keyed' }),
];

/** What a model is made to say. */
export interface Said {
  readonly text?: string;
  readonly calls?: readonly { readonly tool: string; readonly args: JsonObject }[];
}

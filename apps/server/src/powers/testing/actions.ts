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
  // A look at a public page, as `http.fetch` takes.
  descriptor('test.fetch', {
    input: {
      type: 'object',
      additionalProperties: false,
      properties: { url: text },
      required: [],
    } as unknown as ActionDescriptor['input'],
    output: { type: 'object', properties: { text } } as unknown as ActionDescriptor['output'],
    sinks: { '/url': 'dest' },
    results: { '/text': { integrity: 'untrusted', readers: 'public' } },
    sentence: 'Fetch {/url}',
  }),
  descriptor('test.send', { effect: 'send', repeat: 'once' }),
  descriptor('test.keyed', { effect: 'send', repeat: 'keyed' }),
  // Items that it finds can be touched: their ids are the store's, all else is typed by anyone.
  descriptor('test.find', {
    input: {
      type: 'object',
      additionalProperties: false,
      properties: { text },
      required: [],
    } as unknown as ActionDescriptor['input'],
    output: {
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: { id: { type: 'string', maxLength: 40 }, name: text },
          },
        },
      },
    } as unknown as ActionDescriptor['output'],
    sinks: { '/text': 'sel' },
    results: {
      '/items/*/id': {
        integrity: 'system',
        readers: 'workspace',
        because: 'The store counts its items.',
      },
    },
    records: { kind: 'item', at: '/items/*', label: '/name', fields: { '/id': 'id' } },
    sentence: 'Find {/text}',
  }),
  descriptor('test.touch', {
    effect: 'write',
    repeat: 'once',
    input: {
      type: 'object',
      additionalProperties: false,
      properties: { item: text },
      required: [],
    } as unknown as ActionDescriptor['input'],
    sinks: { '/item': 'sel' },
    refers: { '/item': 'item' },
    sentence: 'Touch {/item}',
  }),
];

/** What a model is made to say. */
export interface Said {
  readonly text?: string;
  readonly calls?: readonly { readonly tool: string; readonly args: JsonObject }[];
}

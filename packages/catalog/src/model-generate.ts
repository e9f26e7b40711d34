import type { ActionDescriptor } from '@countersign/contract';
import { line, list, object, oneOf, orNull, text, whole } from './schema.ts';

/**
 * How a question to a model takes the one path. Never a tool: the engine makes its arguments from the
 * agent's version and the context, so that no leaf of them is chosen by a model and all are `content`.
 * Its result has the context's label, whatever is declared.
 */
export const modelGenerate: ActionDescriptor = {
  id: 'model.generate',
  title: 'Ask a model',
  description:
    'Gives a model the whole of its context and takes its reply. Made by the engine only.',
  effect: 'read',
  repeat: 'safe',
  input: object(
    {
      connection: text(100),
      name: line(200),
      instructions: text(60_000),
      messages: list({ type: 'object' }, 10_000),
      tools: list(
        object({ name: line(100), description: text(2_000), input: { type: 'object' } }, [
          'name',
          'description',
          'input',
        ]),
        64,
      ),
      maxOutputTokens: whole(1, 200_000),
      temperature: { type: 'number', minimum: 0, maximum: 2 },
    },
    ['connection', 'name', 'instructions', 'messages', 'tools', 'maxOutputTokens'],
  ),
  output: object(
    {
      text: text(1_000_000),
      calls: list(
        object({ id: text(200), tool: text(200), args: orNull({ type: 'object' }) }, [
          'id',
          'tool',
          'args',
        ]),
        64,
      ),
      finish: oneOf(['stop', 'tool-calls', 'length', 'filtered', 'other']),
      tokensIn: whole(0, 1_000_000_000),
      tokensOut: whole(0, 1_000_000_000),
    },
    ['text', 'calls', 'finish', 'tokensIn', 'tokensOut'],
  ),
  sinks: {
    '/connection': 'content',
    '/name': 'content',
    '/instructions': 'content',
    '/messages': 'content',
    '/tools': 'content',
    '/maxOutputTokens': 'content',
    '/temperature': 'content',
  },
  results: {},
  bounds: {
    maxInputBytes: 16_000_000,
    maxOutputBytes: 4_000_000,
    timeoutMs: 300_000,
    maxCallsPerRun: 1_000,
  },
  connection: 'model',
  sentence: 'Ask the model {/name}',
};

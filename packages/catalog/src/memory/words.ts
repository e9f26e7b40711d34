import { MEMORY_TEXT } from '@countersign/contract';
import { assigned } from '../result-label.ts';
import { oneOf, text } from '../schema.ts';

/** Id of a memory. */
export const memoryId = (description?: string) =>
  text(60, description, { pattern: '^mem_[0-9a-z]{1,40}$' });

/** What is remembered. */
export const memoryText = text(MEMORY_TEXT, 'What to remember, in full sentences.', {
  minLength: 1,
});

/** States in which a memory is read. */
export const memoryStatus = oneOf(['active', 'waiting']);

/** What the store itself says of memories: one label for all of it, so that reading many takes little provenance. */
export const KEPT = assigned(
  'owner',
  'The store makes ids, times and states, and says whether there is anything; what was written has the label it was stored with.',
);

/** The arguments that name a memory. */
export const refersToMemory = (pointer: `/${string}`) => ({ [pointer]: 'memory' });

export const memoryBounds = {
  maxInputBytes: 20_000,
  maxOutputBytes: 250_000,
  timeoutMs: 30_000,
  maxCallsPerRun: 100,
} as const;

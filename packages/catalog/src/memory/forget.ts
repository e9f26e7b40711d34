import type { ActionDescriptor } from '@countersign/contract';
import { flag, object } from '../schema.ts';
import { KEPT, memoryBounds, memoryId, refersToMemory } from './words.ts';

/** Takes a memory away. A person can bring back what an agent forgot for thirty days, so it destroys nothing. */
export const memoryForget: ActionDescriptor = {
  id: 'memory.forget',
  title: 'Forget',
  description:
    'Forgets one memory, so that no search gives it. `forgotten` is false where there was none. A person can bring it back for thirty days.',
  effect: 'write',
  repeat: 'keyed',
  input: object({ id: memoryId('Id of the memory, from memory_search.') }, ['id']),
  output: object({ id: memoryId(), forgotten: flag() }, ['id', 'forgotten']),
  sinks: { '/id': 'sel' },
  results: { '/id': KEPT, '/forgotten': KEPT },
  refers: refersToMemory('/id'),
  bounds: { ...memoryBounds, maxInputBytes: 1_000, maxCallsPerRun: 50 },
  connection: null,
  sentence: 'Forget the memory {/id}',
};

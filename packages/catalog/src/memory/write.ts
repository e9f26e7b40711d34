import { type ActionDescriptor, MEMORY_DAYS } from '@countersign/contract';
import { object, text, whole } from '../schema.ts';
import { KEPT, memoryBounds, memoryId, memoryText, refersToMemory } from './words.ts';

/**
 * Keeps something for later runs of this agent for this person. How long it is kept is `content`: it decides nothing
 * but that, and has an end whatever is said. Whose memory it is, no argument says.
 */
export const memoryWrite: ActionDescriptor = {
  id: 'memory.write',
  title: 'Remember',
  description:
    'Remembers something for your later runs for this person. With `supersedes`, it takes the place of an earlier memory. What you remember after reading what others wrote is marked so until a person has approved it.',
  effect: 'write',
  repeat: 'keyed',
  input: object(
    {
      text: memoryText,
      supersedes: memoryId('Id of the memory that this one replaces, from memory_search.'),
      expiresInDays: whole(
        MEMORY_DAYS.least,
        MEMORY_DAYS.most,
        `Days for which it is kept; ${MEMORY_DAYS.usual} where you do not say.`,
      ),
    },
    ['text'],
  ),
  output: object(
    { memory: object({ id: memoryId(), status: text(20), expiresAt: text(40) }, ['id', 'status']) },
    ['memory'],
  ),
  sinks: { '/text': 'content', '/supersedes': 'sel', '/expiresInDays': 'content' },
  results: { '/memory': KEPT },
  records: { kind: 'memory', at: '/memory', label: null, fields: { '/id': 'id' } },
  refers: refersToMemory('/supersedes'),
  bounds: { ...memoryBounds, maxCallsPerRun: 50 },
  connection: null,
  sentence: 'Remember {/text}',
};

import { MEMORY_STATUSES, MEMORY_TEXT, type MemoryItem } from '@countersign/contract';
import { z } from 'zod';
import { label, time } from './json.ts';
import { idText, limit } from './parameters.ts';

const status = z.enum(MEMORY_STATUSES);

/** A memory. Its text is whatever its label says that it may be: show it quoted and escaped. */
export const memoryItem: z.ZodType<MemoryItem> = z
  .object({
    id: z.string(),
    person: z.string(),
    agent: z.string(),
    text: z.string().nullable(),
    label,
    run: z.string().nullable(),
    call: z.string().nullable(),
    createdAt: time,
    expiresAt: time,
    supersedes: z.string().nullable(),
    status,
    before: status.nullable(),
    rollback: z.string().nullable(),
    changedAt: time.nullable(),
    changedBy: z.string().nullable(),
    reviewedBy: z.string().nullable(),
    reviewedAt: time.nullable(),
  })
  .meta({ id: 'Memory' });

/** Memories, newest first; `next` goes into the next request's `before`. */
export const memoryPage = z.object({ items: z.array(memoryItem), next: z.string().nullable() });

/** Which memories are wanted. */
export const memoriesQuery = z.strictObject({
  person: idText.optional(),
  agent: idText.optional(),
  status: status.optional(),
  query: z.string().max(500).optional(),
  before: idText.optional(),
  limit: limit(200, 50),
});

/** What a person writes in place of a memory. */
export const memoryEdit = z.strictObject({ text: z.string().min(1).max(MEMORY_TEXT) });

/** Whether a memory is deleted at once, and nothing can bring it back. */
export const memoryDeletion = z.strictObject({ erase: z.stringbool().default(false) });

/** What a rollback begins at; without `memories` nothing is changed, and the answer says what would be. */
export const rollbackBody = z.strictObject({
  /** A run, a call, a memory, or a record that stands in provenance. */
  source: z.string().min(3).max(500),
  /** Ids of the memories that the person was shown. */
  memories: z.array(idText).max(10_000).optional(),
});

/** What a rollback takes or took, and what nobody can tell of, which is left alone. */
export const rollbackAnswer = z.object({
  /** Null where nothing was changed. */
  rollback: z.string().nullable(),
  items: z.array(memoryItem),
  untold: z.array(memoryItem),
});

/** Which rollback is taken back. */
export const rollbackRestore = z.strictObject({ rollback: idText });

/** What came back. */
export const restoredMemories = z.object({ items: z.array(memoryItem) });

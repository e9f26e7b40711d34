import type { MemoryItem, MemoryStatus, Page, RollbackPlan } from '@countersign/contract';
import type { Place } from './place.ts';

/** How a list of memories is narrowed. */
export interface MemoriesFilter {
  readonly person?: string;
  readonly agent?: string;
  readonly status?: MemoryStatus;
  /** Only those that have one of its words. */
  readonly query?: string;
  /** `next` of the page before. */
  readonly before?: string;
  readonly limit?: number;
}

/** What agents remember. Approving, editing and restoring need a signed-in person. */
export interface MemoriesClient {
  /** The newest first. */
  list(filter?: MemoriesFilter): Promise<Page<MemoryItem>>;
  get(memory: string): Promise<MemoryItem>;
  /** From now on it is read as the principal's own. */
  approve(memory: string): Promise<MemoryItem>;
  reject(memory: string): Promise<MemoryItem>;
  /** A memory of one's own words in its place. */
  edit(memory: string, text: string): Promise<MemoryItem>;
  /** Can be restored for ten minutes; with `erase` never. */
  remove(memory: string, options?: { readonly erase?: boolean }): Promise<MemoryItem>;
  restore(memory: string): Promise<MemoryItem>;
  /** What a rollback would take: all that has the source, and all that was derived from it. */
  rollbackPlan(source: string): Promise<RollbackPlan>;
  /** Takes what was shown, and is an error with status 409 where there is more or less by now. */
  rollBack(
    source: string,
    memories: readonly string[],
  ): Promise<{ readonly rollback: string; readonly items: readonly MemoryItem[] }>;
  /** Takes a rollback back; gives what came back. */
  restoreRollback(rollback: string): Promise<readonly MemoryItem[]>;
}

const id = encodeURIComponent;

export function memoriesClient({ json }: Place): MemoriesClient {
  const post = <T>(path: string, body?: object) =>
    json<T>(`memories/${path}`, { method: 'POST', ...(body === undefined ? {} : { body }) });
  return {
    list: (filter = {}) => json('memories', { query: { ...filter } }),
    get: (memory) => json(`memories/${id(memory)}`),
    approve: (memory) => post(`${id(memory)}/approve`),
    reject: (memory) => post(`${id(memory)}/reject`),
    edit: (memory, text) => post(`${id(memory)}/edit`, { text }),
    remove: (memory, { erase = false } = {}) =>
      json(`memories/${id(memory)}`, {
        method: 'DELETE',
        ...(erase ? { query: { erase: 'true' } } : {}),
      }),
    restore: (memory) => post(`${id(memory)}/restore`),
    rollbackPlan: (source) => post('rollback', { source }),
    rollBack: (source, memories) => post('rollback', { source, memories }),
    restoreRollback: async (rollback) =>
      (await post<{ readonly items: readonly MemoryItem[] }>('rollback/restore', { rollback }))
        .items,
  };
}

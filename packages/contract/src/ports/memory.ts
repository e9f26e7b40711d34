import type { MemoryDraft, MemoryHit, MemoryItem, MemoryPlace, MemoryStatus } from '../memory.ts';
import type { Page } from './record.ts';

/** What agents do with memory. Writes are keyed: the same key writes once, and answers as it did. */
export interface MemoryStore {
  /** `unknown`: there is nothing of that id to supersede. `full`: the place holds as many as it may. */
  write(
    workspace: string,
    draft: MemoryDraft,
    key: string,
  ): Promise<
    | { readonly kind: 'written'; readonly item: MemoryItem }
    | { readonly kind: 'unknown' }
    | { readonly kind: 'full' }
  >;
  /** Best first: by the words found, then what no stranger had a hand in, then the newest. Without words, the newest. */
  search(
    workspace: string,
    place: MemoryPlace,
    query: string,
    limit: number,
  ): Promise<readonly MemoryHit[]>;
  /** False where the place has no such memory. `by` is the call. */
  forget(
    workspace: string,
    place: MemoryPlace,
    id: string,
    by: string,
    key: string,
  ): Promise<boolean>;
}

/** Which memories a person looks at. Expired ones are gone, whatever their status was. */
export interface MemoryFilter {
  /** Null for everybody's. */
  readonly person: string | null;
  readonly agent?: string;
  readonly status?: MemoryStatus;
  /** Only those that have one of its words. */
  readonly query?: string;
  /** The memory after which the list goes on. */
  readonly before?: string;
  readonly limit: number;
}

/** What a person does with one memory. */
export const MEMORY_REVIEWS = ['approve', 'reject', 'delete', 'erase', 'restore'] as const;
export type MemoryReview = (typeof MEMORY_REVIEWS)[number];

/** What came of it. `unfit`: its status, age or label does not allow it. */
export type MemoryReviewed =
  | { readonly kind: 'done'; readonly item: MemoryItem }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unfit'; readonly why: string };

/** Where a rollback begins, and whose memories it may take. */
export interface RollbackWish {
  /** A run, a call, a memory, or a record that stands in provenance. */
  readonly source: string;
  /** Null for everybody's. */
  readonly person: string | null;
}

/** What a rollback takes. */
export interface RollbackPlan {
  /** Those that have the source, and all that was derived from them; oldest first. */
  readonly items: readonly MemoryItem[];
  /** Those whose sources were too many to be kept: none can tell whether they derive from it, and they are left alone. */
  readonly untold: readonly MemoryItem[];
}

export type RolledBack =
  | { readonly kind: 'done'; readonly rollback: string; readonly items: readonly MemoryItem[] }
  /** Others are there than the person was shown. */
  | { readonly kind: 'changed'; readonly plan: RollbackPlan };

/** What people do with the memories of agents. Every change is also an entry of the ledger, in the same transaction. */
export interface MemoryReviews {
  memories(workspace: string, filter: MemoryFilter): Promise<Page<MemoryItem>>;
  memory(workspace: string, id: string): Promise<MemoryItem | null>;
  /** Approving raises the integrity to the principal's; nothing else raises anything. */
  review(workspace: string, id: string, how: MemoryReview, by: string): Promise<MemoryReviewed>;
  /** Writes a memory of the person's own words in place of another. @throws faults as for a text of an agent. */
  edit(workspace: string, id: string, text: string, by: string): Promise<MemoryReviewed>;
  rollbackPlan(workspace: string, wish: RollbackWish): Promise<RollbackPlan>;
  /** @param expected ids that the person was shown. */
  rollBack(
    workspace: string,
    wish: RollbackWish,
    expected: readonly string[],
    by: string,
  ): Promise<RolledBack>;
  /** Takes a rollback back as far as the texts are still there; gives what came back. */
  restoreRollback(
    workspace: string,
    rollback: string,
    person: string | null,
    by: string,
  ): Promise<readonly MemoryItem[]>;
}

/** Memory as agents and people use it. */
export type MemoryKeeper = MemoryStore & MemoryReviews;

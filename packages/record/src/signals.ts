import type { Committed, FreshEntries, Json, LogLeaf, WakeSignal } from '@countersign/contract';
import type { PreparedCommit } from './commit/prepare.ts';
import { parsed } from './rows.ts';

/** What a commit that was made tells those who watch. */
export function signalsOf(prepared: PreparedCommit, committed: Committed): readonly WakeSignal[] {
  const { workspace, create, advance, tell, lastOf } = prepared;
  if (committed.kind !== 'committed') return [];
  const wakes =
    tell !== null ||
    (create !== null && create.worker === null) ||
    (advance !== null && (advance.status === 'runnable' || advance.fence === null));
  return [
    ...[...lastOf].map(([run, at]): WakeSignal => {
      const after = lastBefore(prepared, run);
      return {
        kind: 'entries',
        workspace,
        run,
        index: committed.first + at,
        ...(after === null ? {} : { fresh: freshOf(prepared, run, after, committed.first) }),
      };
    }),
    ...(wakes ? [{ kind: 'runnable' } as const] : []),
  ];
}

/** Index of the run's entry before this commit, where the commit itself makes it sure: a new run's, or a fence's. */
function lastBefore({ create, advance }: PreparedCommit, run: string): number | null {
  if (create?.id === run) return -1;
  return advance?.id === run ? (advance.fence?.lastIndex ?? null) : null;
}

function freshOf(
  { leaves }: PreparedCommit,
  run: string,
  after: number,
  first: number,
): FreshEntries {
  return {
    after,
    entries: () =>
      [...leaves.entries()]
        .filter(([, leaf]) => leaf.run === run)
        .map(([at, { text, payload }]) => ({
          index: first + at,
          leaf: parsed<LogLeaf>(text),
          payload: payload === null ? null : parsed<Json>(payload),
          erased: false,
        })),
  };
}

/** Those who watch within this process. */
export interface Listeners {
  add(listener: (signal: WakeSignal) => void): () => void;
  /** Calls them back soon, never within the caller: what a listener throws is not the caller's. */
  tell(signals: readonly WakeSignal[]): void;
}

/** An empty set of listeners. */
export function createListeners(): Listeners {
  const listeners = new Set<(signal: WakeSignal) => void>();
  return {
    add: (listener) => {
      const own = (signal: WakeSignal) => listener(signal);
      listeners.add(own);
      return () => {
        listeners.delete(own);
      };
    },
    tell: (signals) => {
      for (const signal of signals) {
        for (const listener of listeners) queueMicrotask(() => listener(signal));
      }
    },
  };
}

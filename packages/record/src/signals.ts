import type { Committed, WakeSignal } from '@countersign/contract';
import type { PreparedCommit } from './commit/prepare.ts';

/** What a commit that was made tells those who watch. */
export function signalsOf(
  { workspace, create, advance, lastOf }: PreparedCommit,
  committed: Committed,
): readonly WakeSignal[] {
  if (committed.kind !== 'committed') return [];
  const wakes =
    (create !== null && create.worker === null) ||
    (advance !== null && (advance.status === 'runnable' || advance.fence === null));
  return [
    ...[...lastOf].map(
      ([run, at]) => ({ kind: 'entries', workspace, run, index: committed.first + at }) as const,
    ),
    ...(wakes ? [{ kind: 'runnable' } as const] : []),
  ];
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

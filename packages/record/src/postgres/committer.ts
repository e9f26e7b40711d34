import type { Committed } from '@countersign/contract';
import { Fault, must } from '@countersign/contract';
import { committedOf } from '../commit/encode.ts';
import type { PreparedCommit } from '../commit/prepare.ts';
import { recordFault } from '../errors.ts';
import type { Sent } from './send-commits.ts';

/** Most commits, and most bytes, that share a transaction. */
const MOST_ITEMS = 256;
const MOST_BYTES = 4 * 1024 * 1024;

/** Commits that may wait in one workspace; more would only use up memory. */
const MOST_WAITING = 10_000;

/** Sends a batch of one workspace, and says what became of each. Never rejects for what the database does. */
export type SendBatch = (
  workspace: string,
  batch: readonly PreparedCommit[],
) => Promise<readonly Sent[]>;

/**
 * Group commit. Each workspace has a lane with one transaction in flight; the commits that arrive meanwhile
 * share the next one. So one writer pays one round trip and one fsync, and many writers share them.
 */
export interface Committer {
  commit(prepared: PreparedCommit): Promise<Committed>;
  /** Takes no more commits, and waits for those it has. */
  close(): Promise<void>;
}

interface Waiting {
  readonly prepared: PreparedCommit;
  readonly resolve: (committed: Committed) => void;
  readonly reject: (error: unknown) => void;
}

/** @param onCommitted told of each answer; must not throw. */
export function createCommitter(
  send: SendBatch,
  onCommitted: (prepared: PreparedCommit, committed: Committed) => void,
): Committer {
  const lanes = new Map<string, Waiting[]>();
  const drained: (() => void)[] = [];
  let closed = false;

  async function run(workspace: string, waiting: Waiting[]): Promise<void> {
    // Callers that commit in the same moment share the first transaction too.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchLength(waiting));
      await settle(batch, () =>
        send(
          workspace,
          batch.map(({ prepared }) => prepared),
        ),
      );
      // Those who were just answered may have more to say: let them, before the next transaction begins.
      await new Promise(setImmediate);
    }
    lanes.delete(workspace);
    if (lanes.size === 0) for (const done of drained.splice(0)) done();
  }

  async function settle(
    batch: readonly Waiting[],
    sending: () => Promise<readonly Sent[]>,
  ): Promise<void> {
    try {
      const sent = await sending();
      for (const [at, one] of batch.entries()) {
        answer(one, must(sent[at], 'each commit of a batch is answered'));
      }
    } catch (bug) {
      for (const { reject } of batch) reject(bug);
    }
  }

  function answer({ prepared, resolve, reject }: Waiting, sent: Sent): void {
    if (Fault.is(sent)) {
      reject(sent);
      return;
    }
    try {
      const committed = committedOf(sent);
      resolve(committed);
      onCommitted(prepared, committed);
    } catch (fault) {
      reject(fault);
    }
  }

  return {
    commit: (prepared) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(recordFault('RECORD_CLOSED'));
        const { workspace } = prepared;
        const lane = lanes.get(workspace);
        if (lane === undefined) {
          const waiting = [{ prepared, resolve, reject }];
          lanes.set(workspace, waiting);
          void run(workspace, waiting);
        } else if (lane.length >= MOST_WAITING) {
          reject(recordFault('RECORD_OVERLOADED'));
        } else {
          lane.push({ prepared, resolve, reject });
        }
      }),
    close: () => {
      closed = true;
      return new Promise((resolve) => (lanes.size === 0 ? resolve() : drained.push(resolve)));
    },
  };
}

/** How many of those that wait go together. A commit that is too large for the rest goes alone. */
function batchLength(waiting: readonly Waiting[]): number {
  let bytes = 0;
  let length = 0;
  for (const { prepared } of waiting.slice(0, MOST_ITEMS)) {
    bytes += prepared.size;
    if (length > 0 && bytes > MOST_BYTES) break;
    length += 1;
  }
  return length;
}

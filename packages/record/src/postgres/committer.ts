import type { Committed } from '@countersign/contract';
import { Fault, must } from '@countersign/contract';
import { committedOf } from '../commit/encode.ts';
import type { PreparedCommit } from '../commit/prepare.ts';
import { recordFault } from '../errors.ts';
import type { Sent } from './send-commits.ts';

/** Most commits, and most bytes, that share a transaction. */
const MOST_ITEMS = 256;
const MOST_BYTES = 4 * 1024 * 1024;

/** Commits, and bytes of them, that may wait in one workspace; more would only use up memory. */
const MOST_WAITING = 10_000;
const MOST_WAITING_BYTES = 256 * 1024 * 1024;

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

/** The commits of a workspace that wait. */
interface Lane {
  readonly waiting: Waiting[];
  bytes: number;
}

/** @param onCommitted told of each answer; must not throw. */
export function createCommitter(
  send: SendBatch,
  onCommitted: (prepared: PreparedCommit, committed: Committed) => void,
): Committer {
  const lanes = new Map<string, Lane>();
  const drained: (() => void)[] = [];
  let closed = false;

  async function run(workspace: string, lane: Lane): Promise<void> {
    const { waiting } = lane;
    // Callers that commit in the same moment share the first transaction too.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchLength(waiting));
      for (const { prepared } of batch) lane.bytes -= prepared.size;
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
        const known = lanes.get(workspace);
        const lane = known ?? { waiting: [], bytes: 0 };
        if (lane.waiting.length >= MOST_WAITING || lane.bytes >= MOST_WAITING_BYTES) {
          return reject(recordFault('RECORD_OVERLOADED'));
        }
        lane.waiting.push({ prepared, resolve, reject });
        lane.bytes += prepared.size;
        if (known !== undefined) return;
        lanes.set(workspace, lane);
        void run(workspace, lane);
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

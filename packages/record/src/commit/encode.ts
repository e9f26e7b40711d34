import { type Committed, DIMENSIONS, must } from '@countersign/contract';
import { recordFault } from '../errors.ts';
import type { AccountChange } from './accounts.ts';
import type { PreparedCommit } from './prepare.ts';

/** One call of the database's `record_commit`, as a named (so prepared once) statement. */
export interface CommitStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * The statement that commits these, all of one workspace, in order.
 *
 * @param again an earlier call with the same lost its answer: what it committed is found, not committed anew.
 */
export function commitStatement(
  workspace: string,
  commits: readonly PreparedCommit[],
  again: boolean,
): CommitStatement {
  const leaves = commits.flatMap((commit) => commit.leaves);
  const slots = slotsOf(commits);
  return {
    name: 'record_commit',
    text: 'select record_commit($1, $2, $3, $4, $5, $6, $7, $8) as answers',
    values: [
      workspace,
      JSON.stringify(commits.map((commit) => itemOf(commit, slots))),
      leaves.map((leaf) => leaf.text),
      leaves.map((leaf) => leaf.payload),
      leaves.map((leaf) => leaf.salt),
      leaves.map((leaf) => leaf.run),
      [...slots.keys()],
      again,
    ],
  };
}

/** What the database answers for one item. */
export type CommitAnswer =
  | Committed
  | {
      readonly kind: 'fault';
      readonly code: 'RECORD_RUN_UNKNOWN' | 'LEDGER_RUN_ACTIVE' | 'LEDGER_NOTHING_TO_ERASE';
    };

/** The answer as a door gets it. @throws the fault it names. */
export function committedOf(answer: CommitAnswer): Committed {
  if (answer.kind !== 'fault') return answer;
  throw recordFault(answer.code);
}

/** A `commit_item` of the database; members that say nothing are left out. */
function itemOf(commit: PreparedCommit, slots: ReadonlyMap<string, number>) {
  const { create, advance, tell, open, close, accounts, lastOf, erase } = commit;
  const probe = commit.leaves.findIndex((leaf) => leaf.payload !== null);
  const touched = [...lastOf].filter(([run]) => run !== advance?.id);
  const limits = accounts.flatMap((change) => limitsOf(change, slots));
  const draws = accounts.flatMap((change) => drawsOf(change, slots));
  return {
    n: commit.leaves.length,
    time: commit.time,
    ...(create && { create }),
    ...(advance && {
      run: advance.id,
      epoch: advance.fence?.epoch ?? null,
      lastIndex: advance.fence?.lastIndex ?? null,
      status: advance.status,
      wakeAt: advance.wakeAt,
      advanced: advance.advanced,
      snaps: advance.snapshot !== undefined,
      snapshot: advance.snapshot ?? null,
      result: advance.result,
      last: lastOf.get(advance.id) ?? null,
    }),
    ...(tell !== null && { tell }),
    ...(open.length > 0 && { open }),
    ...(close.length > 0 && { close }),
    ...(limits.length > 0 && { limits }),
    ...(draws.length > 0 && { draws }),
    ...(touched.length > 0 && { touched: touched.map(([id, last]) => ({ id, last })) }),
    ...(erase && { erase }),
    ...(probe >= 0 && { probe }),
  };
}

/** The accounts of a batch, each with its slot from 0. */
function slotsOf(commits: readonly PreparedCommit[]): ReadonlyMap<string, number> {
  const slots = new Map<string, number>();
  for (const { accounts } of commits) {
    for (const { id } of accounts) if (!slots.has(id)) slots.set(id, slots.size);
  }
  return slots;
}

function limitsOf(change: AccountChange, slots: ReadonlyMap<string, number>) {
  const { limits } = change;
  if (limits === null) return [];
  return DIMENSIONS.flatMap((dimension, at) => [
    placeOf(change, slots, at),
    limits[dimension] ?? null,
  ]);
}

function drawsOf(change: AccountChange, slots: ReadonlyMap<string, number>) {
  return DIMENSIONS.flatMap((dimension, at) => {
    const amounts = [change.release, change.spend, change.reserve].map(
      (some) => some[dimension] ?? 0,
    );
    return amounts.some((amount) => amount > 0) ? [placeOf(change, slots, at), ...amounts] : [];
  });
}

function placeOf(
  { id }: AccountChange,
  slots: ReadonlyMap<string, number>,
  dimension: number,
): number {
  const slot = must(slots.get(id), 'each account of a batch has a slot');
  return slot * DIMENSIONS.length + dimension + 1;
}

import { type Commit, type EntryInput, must, type RecordStore } from '@countersign/contract';

/** The part of a record store that changes of configuration need. */
export type Committer = Pick<RecordStore, 'commit'>;

/** Appends the entries of one change to the ledger. A commit of entries alone cannot be refused. */
export async function append(
  record: Committer,
  workspace: string,
  entries: readonly EntryInput[],
  accounts?: Commit['accounts'],
): Promise<void> {
  const committed = await record.commit({
    workspace,
    entries,
    ...(accounts === undefined ? {} : { accounts }),
  });
  must(committed.kind === 'committed' ? committed : null, 'nothing can refuse a change of entries');
}

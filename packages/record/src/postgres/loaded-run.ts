import type { Json, LoadedRun, RunStatus } from '@countersign/contract';
import { type EntryRow, entryOf, parsed } from '../rows.ts';

/** A row of `record_load`: the run's columns in the first one, an entry's in each of the others. */
export interface LoadRow extends Omit<EntryRow, 'run'> {
  readonly status: RunStatus | null;
  readonly epoch: number;
  readonly last_index: number;
  readonly snapshot: string | null;
  readonly snapshot_index: number;
  readonly attempts: number;
}

/** A run as a worker gets it, from the rows of `record_load`; null for none. */
export function loadedRun(
  workspace: string,
  id: string,
  rows: readonly LoadRow[],
): LoadedRun | null {
  const [run, ...entries] = rows;
  if (run === undefined || run.status === null) return null;
  return {
    id,
    workspace,
    status: run.status,
    epoch: run.epoch,
    lastIndex: run.last_index,
    snapshot: run.snapshot === null ? null : parsed<Json>(run.snapshot),
    snapshotIndex: run.snapshot_index,
    entries: entries.map(entryOf),
    attempts: run.attempts,
  };
}

import type { Checkpoint, Commit, Committed } from '@countersign/contract';
import type { PreparedErasure } from '../commit/evidence.ts';
import type { EntryRow } from '../rows.ts';
import type { Frontier, Hash } from '../verify/index.ts';

/** What the ledger needs of a store. Memory and Postgres have it. */
export interface LogStore {
  /** Reads a workspace's log, all of one moment. */
  read<T>(workspace: string, work: (view: LogView) => Promise<T>): Promise<T>;
  /** Keeps a signed checkpoint that is larger than the last; any other changes nothing, since a process may come late. */
  saveCheckpoint(workspace: string, checkpoint: Checkpoint): Promise<void>;
  /** Appends entries and takes content away, in one commit. */
  erase(commit: Commit, erasure: PreparedErasure): Promise<Committed>;
}

/** A workspace's log at one moment, as it is stored: nothing of it has been checked. */
export interface LogView {
  head(): Promise<Frontier>;
  /** Entries with an index from `from` on, in order. */
  rows(from: number, limit: number): Promise<readonly EntryRow[]>;
  rowsOfRun(run: string, from: number, limit: number): Promise<readonly EntryRow[]>;
  /** Hashes of a tile's level, `from` up to but without `to`. */
  hashes(level: number, from: number, to: number): Promise<readonly Hash[]>;
  /** All stored roots of full subtrees, from level 1 on. */
  nodes(): Promise<readonly StoredNode[]>;
  checkpoints(): Promise<readonly Checkpoint[]>;
  /** The checkpoint of the largest size. */
  latestCheckpoint(): Promise<Checkpoint | null>;
  /** Runs that know of an entry from `size` on. */
  runsBeyond(size: number): Promise<readonly string[]>;
}

export interface StoredNode {
  readonly level: number;
  readonly index: number;
  readonly hash: Hash;
}

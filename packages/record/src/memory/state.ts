import type { Account, Checkpoint, RunStatus } from '@countersign/contract';
import type { EntryRow, QuestionRow, RunRow } from '../rows.ts';
import { EMPTY_FRONTIER, type Frontier, type Hash } from '../verify/index.ts';

/** A run's row, with what only workers see. */
export interface MemoryRun extends Omit<RunRow, 'open_questions'> {
  readonly status: RunStatus;
  readonly epoch: number;
  readonly worker: string | null;
  readonly attempts: number;
  readonly ready_at: number;
  readonly wake_at: number | null;
  readonly last_index: number;
  /** JSON. */
  readonly snapshot: string | null;
  readonly snapshot_index: number;
  readonly dedupe: string | null;
  readonly parent: string | null;
}

/** A question's row, with what it is looked up by. */
export interface MemoryQuestion extends QuestionRow {
  readonly id: string;
  readonly run: string;
  readonly requested_by: string;
  readonly asked_at: number;
}

/** One workspace: the same tables that Postgres has. */
export interface MemoryWorkspace {
  readonly entries: EntryRow[];
  frontier: Frontier;
  /** By level, from 1 on, the roots of full subtrees of 256^level leaves. */
  readonly nodes: Map<number, Hash[]>;
  readonly checkpoints: Map<number, Checkpoint>;
  readonly runs: Map<string, MemoryRun>;
  readonly questions: Map<string, MemoryQuestion>;
  readonly accounts: Map<string, Account>;
}

/** An empty workspace. */
export function newWorkspace(): MemoryWorkspace {
  return {
    entries: [],
    frontier: EMPTY_FRONTIER,
    nodes: new Map(),
    checkpoints: new Map(),
    runs: new Map(),
    questions: new Map(),
    accounts: new Map(),
  };
}

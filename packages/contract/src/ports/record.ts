import type { Account, Amounts, Exhausted, Reservation, Settlement } from '../budget.ts';
import type { Entry, EntryInput } from '../entry.ts';
import type { Json } from '../json.ts';
import type { Answer, Question, QuestionRecord, QuestionStatus } from '../question.ts';
import type { RunResult, RunStart, RunStatus, RunSummary } from '../run.ts';

/**
 * Everything that changes together, or not at all: entries, the run's row, questions and budgets of one
 * workspace. Many commits that arrive at once share one transaction (group commit); each is still judged
 * on its own, in the order of arrival.
 */
export interface Commit {
  readonly workspace: string;
  readonly entries: readonly EntryInput[];
  readonly create?: RunCreate;
  readonly advance?: RunAdvance;
  /**
   * A run that gets entries of this commit besides, and is woken: the parent of one that ends. Refused as `deaf` where it
   * has ended.
   */
  readonly tell?: string;
  readonly open?: readonly Question[];
  readonly close?: readonly QuestionClose[];
  readonly support?: readonly QuestionSupport[];
  readonly reserve?: readonly Reservation[];
  readonly settle?: readonly Settlement[];
  /** Accounts to make or change. Spent and reserved amounts of an existing account stay. */
  readonly accounts?: readonly { readonly id: string; readonly limits: Amounts }[];
}

/** A new run. `lease` gives it to the caller's worker at once; without it any worker may take it. */
export interface RunCreate {
  readonly id: string;
  readonly start: RunStart;
  readonly title: string;
  readonly lease: { readonly worker: string } | null;
}

/** A change of a run's row by whoever holds its lease, or by somebody outside who tells it something. */
export interface RunAdvance {
  readonly id: string;
  /**
   * The lease holder's fence. The commit is refused as `fenced` where another epoch holds the run, and as
   * `stale` where an entry of the run stands in the log after `lastIndex`: fold that one first.
   * Null for an outsider (an answer, a cancel): the run is woken instead.
   */
  readonly fence: { readonly epoch: number; readonly lastIndex: number } | null;
  /** Absent: the status stays (an outsider wakes a parked run; an ended run refuses as `ended`). */
  readonly status?: RunStatus;
  /** For `parked`: milliseconds since 1970 at which it becomes runnable by itself. */
  readonly wakeAt?: number | null;
  /** The engine's state after all entries so far; replay starts here. */
  readonly snapshot?: Json;
  readonly result?: RunResult;
}

/** Closes a question once. Refused as `closed` where it is not open any more. */
export interface QuestionClose {
  readonly id: string;
  readonly status: Exclude<QuestionStatus, 'open'>;
  readonly by: string;
  readonly answer: Answer | null;
  /**
   * For the last yes to a question that needs several: how many supports it was given on. Refused as `overtaken` where it
   * has another number. Without as many as it needs, of people other than `by`, nothing approves it.
   */
  readonly after?: number;
}

/** A yes that is not the last. Refused as {@link QuestionClose} is; a person supports a question once. */
export interface QuestionSupport {
  readonly id: string;
  readonly by: string;
  readonly after: number;
}

export type Committed =
  /** Durable. `first` and `last` are the indexes of this commit's entries; `first > last` for none. */
  | {
      readonly kind: 'committed';
      readonly first: number;
      readonly last: number;
      readonly epoch: number | null;
    }
  | { readonly kind: 'fenced' }
  | { readonly kind: 'stale'; readonly lastIndex: number }
  | { readonly kind: 'ended' }
  /** Somebody else has supported the question in between: read it again. */
  | { readonly kind: 'overtaken'; readonly question: string }
  | { readonly kind: 'closed'; readonly question: string }
  /** The run that was to be told has ended. */
  | { readonly kind: 'deaf'; readonly run: string }
  | { readonly kind: 'exhausted'; readonly exhausted: Exhausted }
  /** The trigger's dedupe key was used before, for this run. */
  | { readonly kind: 'duplicate'; readonly run: string };

/** A run as a worker gets it. */
export interface LoadedRun {
  readonly id: string;
  readonly workspace: string;
  readonly status: RunStatus;
  readonly epoch: number;
  /** Index of the run's last entry. */
  readonly lastIndex: number;
  readonly snapshot: Json | null;
  /** Index the snapshot covers; entries after it are in `entries`. -1 for none. */
  readonly snapshotIndex: number;
  readonly entries: readonly Entry[];
  readonly attempts: number;
}

export interface Claimed {
  readonly workspace: string;
  readonly run: string;
  readonly epoch: number;
  /** Times it was claimed without advancing; a run that kills its workers is failed at the cap. */
  readonly attempts: number;
}

/** Runs and the ledger: the one store everything durable goes through. Memory and Postgres pass one conformance suite. */
export interface RecordStore {
  commit(commit: Commit): Promise<Committed>;
  loadRun(workspace: string, run: string): Promise<LoadedRun | null>;
  /** Leases up to `limit` runs that are runnable or due. Across workspaces; gives ids only. */
  claim(worker: string, limit: number): Promise<readonly Claimed[]>;
  /** Makes runnable all runs leased by workers that are dead; gives their number. */
  adopt(worker: string): Promise<number>;
  /** Says that this worker lives. Called every few seconds. */
  heartbeat(worker: string): Promise<void>;
  /** Makes a run runnable again that this worker holds and could not get on with; its attempts keep counting. */
  release(worker: string, run: string): Promise<void>;
  /** Gives up all leases of a worker that stops. */
  retire(worker: string): Promise<void>;
  /** Calls back when runs may have become runnable, and when a run got an entry. Gives the way to stop. */
  watch(listener: (signal: WakeSignal) => void): Promise<() => Promise<void>>;
  /** Milliseconds since 1970 of the earliest parked run that wakes by itself, or null. */
  nextWake(): Promise<number | null>;
  reader: RecordReader;
}

export type WakeSignal =
  | { readonly kind: 'runnable' }
  /** A run got entries; `index` is the last one's, so that a writer knows its own. */
  | {
      readonly kind: 'entries';
      readonly workspace: string;
      readonly run: string;
      readonly index: number;
      /** In the process that committed them, where the run's entries before them are known. */
      readonly fresh?: FreshEntries;
    };

/** Entries that were just committed, for those who follow their run and need not read them back. */
export interface FreshEntries {
  /** Index of the run's entry before them; -1 where they are its first. */
  readonly after: number;
  /** Them, in order. Made when asked for: most runs are followed by nobody. */
  readonly entries: () => readonly FreshEntry[];
}

/** What a reader sees of an entry. */
export type FreshEntry = Pick<Entry, 'index' | 'leaf' | 'payload' | 'erased'>;

/** Reads for people and doors. All of one workspace. */
export interface RecordReader {
  run(workspace: string, run: string): Promise<RunSummary | null>;
  runs(workspace: string, filter: RunFilter): Promise<Page<RunSummary>>;
  /** Entries of a run with an index above `after`, oldest first. */
  entries(workspace: string, run: string, after: number, limit: number): Promise<readonly Entry[]>;
  /** Entries of the whole log from an index on. */
  log(workspace: string, from: number, limit: number): Promise<readonly Entry[]>;
  questions(workspace: string, filter: QuestionFilter): Promise<readonly QuestionRecord[]>;
  question(workspace: string, id: string): Promise<QuestionRecord | null>;
  account(workspace: string, id: string): Promise<Account | null>;
}

export interface RunFilter {
  readonly status?: RunStatus;
  readonly agent?: string;
  readonly conversation?: string;
  /** Only runs that act for this person. */
  readonly person?: string;
  /** Only those that this run delegated to. */
  readonly parent?: string;
  readonly before?: string;
  readonly limit: number;
}

export interface QuestionFilter {
  readonly status?: QuestionStatus | readonly QuestionStatus[];
  readonly run?: string;
  /** Only those of runs that act for this person. */
  readonly requestedBy?: string;
  /** By the time of asking; newest first where absent. */
  readonly order?: 'newest' | 'oldest';
  /** The question after which the list goes on, in its order; of one that is not there comes nothing. */
  readonly after?: string;
  readonly limit: number;
}

/** One page, newest first; `next` goes into the next request's `before`. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

import type {
  Claimed,
  Commit,
  Committed,
  IdPowers,
  Json,
  RecordStore,
} from '@countersign/contract';
import type { PreparedErasure } from '../commit/evidence.ts';
import { prepareCommit } from '../commit/prepare.ts';
import type { LogStore } from '../ledger/port.ts';
import { entryOf, parsed } from '../rows.ts';
import { createListeners, signalsOf } from '../signals.ts';
import { apply } from './apply.ts';
import { judge } from './judge.ts';
import { memoryLogStore } from './log-store.ts';
import { memoryReader } from './reader.ts';
import { type MemoryRun, type MemoryWorkspace, newWorkspace } from './state.ts';

/** A worker is dead once it has been silent for longer than this many milliseconds. */
const SILENT = 20_000;

/** The record in memory: for tests, and for trying things out. It ends with the process. */
export interface MemoryRecord extends RecordStore {
  /** Its log, for the ledger. */
  readonly log: LogStore;
  /** Sets when a worker was last heard of, in milliseconds since 1970; null is as if its process had ended without a word. */
  lastHeard(worker: string, at: number | null): void;
}

/** An empty record. */
export function memoryRecord(powers: IdPowers): MemoryRecord {
  const workspaces = new Map<string, MemoryWorkspace>();
  const beats = new Map<string, number>();
  const listeners = createListeners();
  const workspaceOf = (id: string): MemoryWorkspace => {
    const state = workspaces.get(id) ?? newWorkspace();
    workspaces.set(id, state);
    return state;
  };
  const runs = (): readonly { workspace: string; state: MemoryWorkspace; run: MemoryRun }[] =>
    [...workspaces].flatMap(([workspace, state]) =>
      [...state.runs.values()].map((run) => ({ workspace, state, run })),
    );
  const wake = () => listeners.tell([{ kind: 'runnable' }]);

  const commit = async (one: Commit, erasure: PreparedErasure | null): Promise<Committed> => {
    const prepared = prepareCommit(one, powers, erasure);
    const state = workspaceOf(prepared.workspace);
    const judged = judge(state, prepared);
    if (judged.kind === 'refused') return judged.refusal;
    const committed = apply(state, prepared, judged);
    if (prepared.create?.worker != null) beats.set(prepared.create.worker, powers.now());
    listeners.tell(signalsOf(prepared, committed));
    return committed;
  };

  /** Makes runnable the running ones that are chosen. */
  const free = (chosen: (run: MemoryRun) => boolean): number => {
    const found = runs().filter(({ run }) => run.status === 'running' && chosen(run));
    for (const { state, run } of found) {
      const ready_at = powers.now();
      state.runs.set(run.id, { ...run, status: 'runnable', worker: null, ready_at });
    }
    if (found.length > 0) wake();
    return found.length;
  };

  return {
    commit: (one) => commit(one, null),
    log: memoryLogStore(workspaceOf, commit),
    reader: memoryReader(workspaceOf),

    loadRun: async (workspace, id) => {
      const { runs: found, entries } = workspaceOf(workspace);
      const run = found.get(id);
      if (run === undefined) return null;
      return {
        id,
        workspace,
        status: run.status,
        epoch: run.epoch,
        lastIndex: run.last_index,
        snapshot: run.snapshot === null ? null : parsed<Json>(run.snapshot),
        snapshotIndex: run.snapshot_index,
        entries: entries
          .filter((row) => row.run === id && row.index > run.snapshot_index)
          .map(entryOf),
        attempts: run.attempts,
      };
    },

    claim: async (worker, limit) => {
      beats.set(worker, beats.get(worker) ?? powers.now());
      const now = powers.now();
      const all = runs();
      const ready = all
        .filter(({ run }) => run.status === 'runnable')
        .sort((a, b) => a.run.ready_at - b.run.ready_at);
      const due = all
        .filter(({ run }) => run.status === 'parked' && run.wake_at !== null && run.wake_at <= now)
        .sort((a, b) => (a.run.wake_at ?? 0) - (b.run.wake_at ?? 0));
      return [...ready, ...due].slice(0, limit).map(({ workspace, state, run }): Claimed => {
        const epoch = run.epoch + 1;
        const attempts = run.attempts + 1;
        state.runs.set(run.id, {
          ...run,
          status: 'running',
          worker,
          epoch,
          attempts,
          wake_at: null,
        });
        return { workspace, run: run.id, epoch, attempts };
      });
    },

    adopt: async (worker) => {
      const isDead = (other: string) => powers.now() - (beats.get(other) ?? -SILENT) >= SILENT;
      return free((run) => run.worker !== null && run.worker !== worker && isDead(run.worker));
    },

    heartbeat: async (worker) => {
      beats.set(worker, powers.now());
    },

    release: async (worker, id) => {
      free((run) => run.worker === worker && run.id === id);
    },

    retire: async (worker) => {
      beats.delete(worker);
      free((run) => run.worker === worker);
    },

    watch: async (listener) => {
      const stop = listeners.add(listener);
      return async () => stop();
    },

    nextWake: async () => {
      const times = runs().flatMap(({ run }) =>
        run.status === 'parked' ? (run.wake_at ?? []) : [],
      );
      return times.length === 0 ? null : Math.min(...times);
    },

    lastHeard: (worker, at) => {
      if (at === null) beats.delete(worker);
      else beats.set(worker, at);
    },
  };
}

import type { LogStore } from '../ledger/port.ts';
import type { MemoryWorkspace } from './state.ts';

/** The log of a memory record, for the ledger. */
export function memoryLogStore(
  workspaceOf: (workspace: string) => MemoryWorkspace,
  erase: LogStore['erase'],
): LogStore {
  return {
    read: async (workspace, work) => {
      const live = workspaceOf(workspace);
      // Rows are replaced, never changed: shallow copies are of one moment.
      const entries = [...live.entries];
      const nodes = new Map([...live.nodes].map(([level, hashes]) => [level, [...hashes]]));
      const checkpoints = [...live.checkpoints.values()].sort((a, b) => a.size - b.size);
      const { frontier } = live;
      const runs = new Map(live.runs);
      return work({
        head: async () => frontier,
        rows: async (from, limit) => entries.slice(from, from + limit),
        rowsOfRun: async (run, from, limit) =>
          entries.filter((row) => row.run === run && row.index >= from).slice(0, limit),
        hashes: async (level, from, to) =>
          level === 0
            ? entries.slice(from, to).map((row) => row.leaf_hash)
            : (nodes.get(level) ?? []).slice(from, to),
        nodes: async () =>
          [...nodes].flatMap(([level, hashes]) =>
            hashes.map((hash, index) => ({ level, index, hash })),
          ),
        checkpoints: async () => checkpoints,
        latestCheckpoint: async () => checkpoints.at(-1) ?? null,
        runsBeyond: async (size) =>
          [...runs.values()].filter((run) => run.last_index >= size).map(({ id }) => id),
      });
    },
    saveCheckpoint: async (workspace, checkpoint) => {
      const { checkpoints } = workspaceOf(workspace);
      const newest = Math.max(-1, ...checkpoints.keys());
      if (checkpoint.size > newest) checkpoints.set(checkpoint.size, checkpoint);
    },
    erase,
  };
}

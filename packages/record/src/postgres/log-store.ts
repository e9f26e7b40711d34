import type { Checkpoint } from '@countersign/contract';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type pg from 'pg';
import type { LogStore, LogView, StoredNode } from '../ledger/port.ts';
import type { EntryRow } from '../rows.ts';
import { createTurns } from '../turns.ts';
import { originOf } from '../verify/index.ts';
import { ENTRY_COLUMNS } from './columns.ts';
import { inSnapshot, inWorkspace, type Tenant } from './tenant.ts';

/** The log of a Postgres database, for the ledger. */
export function postgresLogStore(pool: pg.Pool, erase: LogStore['erase']): LogStore {
  return {
    read: (workspace, work) =>
      inSnapshot(pool, workspace, (tenant) => work(viewOf(tenant, workspace))),
    saveCheckpoint: (workspace, { size, root, note }) =>
      inWorkspace(pool, workspace, async (tenant) => {
        const values = [workspace, size, hexToBytes(root), note];
        await tenant.query('select record_checkpoint($1, $2, $3, $4)', values);
      }),
    erase,
  };
}

interface HashRow {
  readonly hash: Uint8Array;
}

function viewOf(tenant: Tenant, workspace: string): LogView {
  // A prover asks for many tiles at once; a connection answers one question at a time.
  const inTurn = createTurns();
  const rows = <Row extends pg.QueryResultRow>(
    text: string,
    ...values: readonly unknown[]
  ): Promise<readonly Row[]> =>
    inTurn(async () => (await tenant.query<Row>(text, [workspace, ...values])).rows);
  const checkpoints = async (order: string): Promise<readonly Checkpoint[]> => {
    const found = await rows<{ size: number; root: Uint8Array; note: string }>(
      `select size, root, note from log_checkpoint where workspace = $1 order by size ${order}`,
    );
    return found.map(({ size, root, note }) => ({
      origin: originOf(workspace),
      size,
      root: bytesToHex(root),
      note,
    }));
  };
  return {
    head: async () => {
      const [head] = await rows<{ size: number; frontier: (Uint8Array | null)[] }>(
        'select size, frontier from log_head where workspace = $1',
      );
      // Below the first full subtree of that size there is nothing yet.
      const nodes = (head?.frontier ?? []).map((node) => node ?? new Uint8Array());
      return { size: head?.size ?? 0, nodes };
    },
    rows: (from, limit) =>
      rows<EntryRow>(
        `select ${ENTRY_COLUMNS} from log_entry where workspace = $1 and index >= $2 order by index limit $3`,
        from,
        limit,
      ),
    rowsOfRun: (run, from, limit) =>
      rows<EntryRow>(
        `select ${ENTRY_COLUMNS} from log_entry
          where workspace = $1 and run = $2 and index >= $3 order by index limit $4`,
        run,
        from,
        limit,
      ),
    hashes: async (level, from, to) => {
      const range = 'workspace = $1 and index >= $2 and index < $3';
      const found = await (level === 0
        ? rows<HashRow>(
            `select leaf_hash as hash from log_entry where ${range} order by index`,
            from,
            to,
          )
        : rows<HashRow>(
            `select hash from log_node where ${range} and level = $4 order by index`,
            from,
            to,
            level,
          ));
      return found.map(({ hash }) => hash);
    },
    nodes: () => rows<StoredNode>('select level, index, hash from log_node where workspace = $1'),
    checkpoints: () => checkpoints('asc'),
    latestCheckpoint: async () => (await checkpoints('desc limit 1'))[0] ?? null,
    runsBeyond: async (size) => {
      const found = await rows<{ id: string }>(
        'select id from run where workspace = $1 and last_index >= $2 order by id limit 1000',
        size,
      );
      return found.map(({ id }) => id);
    },
  };
}

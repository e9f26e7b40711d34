import pg from 'pg';

/** A row of `log_entry`, as the owner of the database sees it. */
export interface StoredEntry {
  readonly index: number;
  readonly leaf: string;
  readonly leaf_hash: Uint8Array;
  readonly run: string | null;
  readonly salt: Uint8Array | null;
  readonly payload: string | null;
  readonly erased: boolean;
}

/** The tables that a log is stored in, and what names a row of each besides the workspace. */
export const LOG_TABLES = {
  log_entry: ['index'],
  log_head: [],
  log_node: ['level', 'index'],
  log_checkpoint: ['size'],
} as const;
export type LogTable = keyof typeof LOG_TABLES;

/** A workspace's log in the hands of somebody who owns the database and can do all with it, but sign. */
export interface StoredLog {
  readonly workspace: string;
  readonly size: number;
  readonly sql: pg.Client;
  /** A statement; `$1` is the workspace. Gives the rows that changed. */
  run(text: string, ...values: readonly unknown[]): Promise<number>;
  entries(): Promise<readonly StoredEntry[]>;
  /** A digest of all that is stored of the log: an edit that leaves it is none. */
  fingerprint(): Promise<string>;
  /** Everything as it was when the log was taken in hand. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Takes a log in hand: keeps a copy, and drops the constraints that an owner can drop, so that rows can stand
 * twice. Nothing is appended to this database afterwards.
 */
export async function takeInHand(url: string, workspace: string): Promise<StoredLog> {
  const sql = new pg.Client({ connectionString: url, options: '-c search_path=countersign' });
  await sql.connect();
  await sql.query('create schema kept');
  for (const table of [...Object.keys(LOG_TABLES), 'run']) {
    await sql.query(`create table kept.${table} as select * from ${table}`);
  }
  for (const table of ['log_entry', 'log_head', 'log_node'] as const) {
    await sql.query(`alter table ${table} drop constraint ${table}_pkey`);
    await sql.query(`create index on ${table} (${['workspace', ...LOG_TABLES[table]].join(', ')})`);
  }
  const { rows } = await sql.query<{ size: string }>(
    'select size from log_head where workspace = $1',
    [workspace],
  );
  return {
    workspace,
    size: Number(rows[0]?.size),
    sql,
    run: async (text, ...values) => (await sql.query(text, [workspace, ...values])).rowCount ?? 0,
    entries: async () =>
      (
        await sql.query<StoredEntry>(
          `select index::int, leaf, leaf_hash, run, salt, payload, erased
           from log_entry where workspace = $1 order by index`,
          [workspace],
        )
      ).rows,
    fingerprint: async () => {
      const parts = Object.keys(LOG_TABLES).map(
        (table) =>
          `(select coalesce(string_agg(md5(t::text), '' order by t::text), '') from ${table} t)`,
      );
      const { rows } = await sql.query<{ all: string }>(`select md5(${parts.join(' || ')}) as all`);
      return rows[0]?.all ?? '';
    },
    restore: async () => {
      const copies = Object.keys(LOG_TABLES).map(
        (table) => `truncate ${table}; insert into ${table} select * from kept.${table};`,
      );
      await sql.query(
        `begin; ${copies.join('')}
         update run r set last_index = k.last_index from kept.run k
           where k.workspace = r.workspace and k.id = r.id and k.last_index <> r.last_index;
         commit`,
      );
    },
    close: () => sql.end(),
  };
}

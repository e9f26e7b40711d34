import pg from 'pg';
import type { Tally } from '../tally.ts';
import { fingerprint, type Table, tablesOf } from './database-tables.ts';
import type { Populated } from './populate.ts';

/** A connection of the server's role, with nothing of the application in front of it. */
export interface RawRole {
  readonly role: pg.Client;
  /** Sees everything: to know what there is, and whether it stayed. */
  readonly owner: pg.Client;
}

/** Settings under which nothing at all may be seen: none, empty, and what somebody might hope to be a pattern. */
const NOBODY = [null, '', '%', "' or true --"] as const;

/**
 * Takes every table of the database as the server's role, without any WHERE: what is seen, changed, deleted and
 * put in of another workspace.
 */
export async function tryRawRole(
  { role, owner }: RawRole,
  home: Populated,
  foreign: Populated,
  tally: Tally,
): Promise<readonly string[]> {
  const tables = await tablesOf(owner);
  const before = await fingerprint(owner, tables, foreign.workspace);
  for (const table of tables.filter(({ tenant }) => tenant)) {
    const sample = await sampleOf(owner, table, foreign.workspace);
    tally.count(
      'table',
      table.name,
      sample ? null : 'the other workspace has nothing in it, so nothing is shown',
    );
    for (const setting of [home.workspace, ...NOBODY])
      await trySetting(role, table, setting, { home, foreign, sample }, tally);
  }
  const after = await fingerprint(owner, tables, foreign.workspace);
  for (const [name, digest] of before)
    tally.count(
      'unchanged',
      name,
      after.get(name) === digest ? null : 'rows of the other workspace have changed',
    );
  const open = tables.filter(({ tenant, readable }) => !tenant && readable.length > 0);
  for (const { name } of open.filter(({ name }) => !name.startsWith('auth.')))
    tally.count('table', name, 'it is readable by the server and belongs to no workspace');
  return [
    `Not of a workspace, and so not kept apart by row-level security: ${open.map(({ name }) => name).join(', ') || 'nothing'}.`,
  ];
}

async function trySetting(
  role: pg.Client,
  table: Table,
  setting: string | null,
  { home, foreign, sample }: { home: Populated; foreign: Populated; sample: unknown },
  tally: Tally,
): Promise<void> {
  const under = `${table.name} under ${JSON.stringify(setting)}`;
  const mine = setting === home.workspace;
  if (table.readable.length > 0) {
    const seen = await attempt(role, setting, `select ${list(table.readable)} from ${table.name}`);
    const rows = seen.kind === 'ran' ? seen.rows : [];
    const alien = rows.filter((row) => row['workspace'] !== home.workspace).length;
    const visible = mine ? alien : rows.length;
    tally.count('select', under, visible === 0 ? null : `${visible} foreign rows are seen`);
    if (mine)
      tally.count(
        'select',
        `${under}, its own`,
        rows.length > 0 ? null : 'it does not see its own rows, so the case shows nothing',
      );
  }
  for (const column of table.all) {
    const changed = await attempt(
      role,
      setting,
      `update ${table.name} set "${column}" = "${column}"`,
    );
    const touched = changed.kind === 'ran' ? changed.count : 0;
    // Its own rows may be written where the role has the right; the digest of the others tells about them.
    tally.count(
      'update',
      `${under} of ${column}`,
      mine || touched === 0 ? null : `${touched} rows are changed`,
    );
  }
  const gone = await attempt(role, setting, `delete from ${table.name}`);
  tally.count('delete', under, gone.kind === 'refused' ? null : `${gone.count} rows are deleted`);
  const moved = await attempt(role, setting, `update ${table.name} set workspace = $1`, [
    foreign.workspace,
  ]);
  tally.count(
    'move',
    under,
    moved.kind === 'refused' || moved.count === 0
      ? null
      : `${moved.count} rows are given to the other workspace`,
  );
  const columns = list(table.insertable.length > 0 ? table.insertable : table.all);
  const put = await attempt(
    role,
    setting,
    `insert into ${table.name} (${columns}) select ${columns} from jsonb_populate_record(null::${table.name}, $1)`,
    [JSON.stringify(sample)],
  );
  // Any other refusal, such as a key that is there already, would mean that the row itself was let in.
  tally.count(
    'insert',
    under,
    put.kind === 'refused' && put.code === NOT_ALLOWED
      ? null
      : `it was not refused as forbidden: ${JSON.stringify(put)}`,
  );
}

/** SQLSTATE of a missing privilege and of a row that a policy does not let in. */
const NOT_ALLOWED = '42501';

type Attempted =
  | {
      readonly kind: 'ran';
      readonly rows: readonly Record<string, unknown>[];
      readonly count: number;
    }
  | { readonly kind: 'refused'; readonly code: string };

/** One statement in a transaction of its own, which is kept: what it did can be seen from outside. */
async function attempt(
  role: pg.Client,
  setting: string | null,
  text: string,
  values: readonly unknown[] = [],
): Promise<Attempted> {
  await role.query('begin');
  try {
    if (setting !== null)
      await role.query(`select set_config('app.workspace', $1, true)`, [setting]);
    const { rows, rowCount } = await role.query<Record<string, unknown>>(text, [...values]);
    await role.query('commit');
    return { kind: 'ran', rows, count: rowCount ?? 0 };
  } catch (thrown) {
    await role.query('rollback');
    if (thrown instanceof pg.DatabaseError) return { kind: 'refused', code: thrown.code ?? '' };
    throw thrown;
  }
}

/** A row of a workspace, as JSON; undefined where it has none. */
async function sampleOf(owner: pg.Client, { name }: Table, workspace: string): Promise<unknown> {
  const { rows } = await owner.query<{ row: unknown }>(
    `select to_jsonb(t) as row from ${name} t where workspace = $1 limit 1`,
    [workspace],
  );
  return rows[0]?.row;
}

function list(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ');
}

import {
  type IdPowers,
  type JsonObject,
  newId,
  type TableInfo,
  type TableRow,
  type TableStore,
} from '@countersign/contract';
import type pg from 'pg';
import { storeFault } from '../config/errors.ts';
import { assertLimit } from '../config/limit.ts';
import { jsonOf } from '../config/storable.ts';
import { inWorkspace, readRows, type Tenant } from '../postgres/tenant.ts';
import { assertTable } from './columns.ts';
import { assertInsert } from './limits.ts';
import { once } from './postgres-keyed.ts';
import { updatedRow } from './row.ts';
import { rowsOf, valuesOf } from './values.ts';

/** Workspace tables in Postgres, under row-level security. */
export function createPostgresTableStore(pool: pg.Pool, powers: IdPowers): TableStore {
  return {
    tables: (workspace) =>
      readRows<TableInfo>(
        pool,
        workspace,
        `select id, name, columns, rows from data_table where workspace = $1
           order by name collate "C"`,
        [workspace],
      ),

    async create(workspace, { name, columns }, key) {
      assertTable({ name, columns });
      const request = jsonOf({ create: { name, columns } });
      return inWorkspace(pool, workspace, (tenant) =>
        once(tenant, workspace, key, request, async () => {
          const info: TableInfo = { id: newId('table', powers), name, columns, rows: 0 };
          const made = await tenant.query(
            `insert into data_table (workspace, id, name, columns, created_at)
             values ($1, $2, $3, $4, $5) on conflict do nothing`,
            [workspace, info.id, name, JSON.stringify(columns), new Date(powers.now())],
          );
          if (made.rowCount === 0) throw storeFault('RECORD_TABLE_EXISTS');
          return info;
        }),
      );
    },

    insert: (workspace, idOrName, rows, label, key) =>
      inWorkspace(pool, workspace, async (tenant) => {
        const table = await tableOf(tenant, workspace, idOrName);
        assertInsert(rows);
        const values = rowsOf(table.columns, rows);
        const request = jsonOf({ insert: { table: table.id, values, label } });
        return once(tenant, workspace, key, request, async () => {
          const written = values.map((row) => ({ id: newId('row', powers), values: row, label }));
          // Writers of one table take turns here, so that positions become visible in their order.
          await count(tenant, workspace, table.id, written.length);
          await tenant.query(
            `insert into data_row (workspace, table_id, id, cells, label)
             select $1, $2, entry ->> 'id', entry -> 'values', $3::jsonb
             from jsonb_array_elements($4::jsonb) with ordinality as written (entry, place)
             order by place`,
            [workspace, table.id, JSON.stringify(label), JSON.stringify(written)],
          );
          return written;
        });
      }),

    query: (workspace, idOrName, { where, limit, after }) =>
      inWorkspace(pool, workspace, async (tenant) => {
        const table = await tableOf(tenant, workspace, idOrName);
        assertLimit(limit);
        const wanted = Object.entries(valuesOf(table.columns, where, false));
        const start = after === null ? 0 : await positionOf(tenant, workspace, table.id, after);
        // Names and values are parameters; only their count shapes the statement.
        const conditions = wanted.map(
          (_, index) => `and cells -> $${5 + 2 * index}::text = $${6 + 2 * index}::jsonb`,
        );
        const { rows } = await tenant.query<TableRow>(
          `select id, cells as values, label from data_row
           where workspace = $1 and table_id = $2 and position > $3 and not removed
           ${conditions.join(' ')} order by position limit $4`,
          [
            workspace,
            table.id,
            start,
            limit,
            ...wanted.flatMap(([name, value]) => [name, JSON.stringify(value)]),
          ],
        );
        return rows;
      }),

    update: (workspace, idOrName, id, values, label, key) =>
      inWorkspace(pool, workspace, async (tenant) => {
        const table = await tableOf(tenant, workspace, idOrName);
        const changed = valuesOf(table.columns, values, true);
        const request = jsonOf({ update: { table: table.id, id, changed, label } });
        return once(tenant, workspace, key, request, async () => {
          const row = await lockedRow(tenant, workspace, table.id, id);
          if (row === null) return null;
          const updated = updatedRow(row, changed, label);
          await tenant.query(
            `update data_row set cells = $4, label = $5
             where workspace = $1 and table_id = $2 and id = $3`,
            [
              workspace,
              table.id,
              id,
              JSON.stringify(updated.values),
              JSON.stringify(updated.label),
            ],
          );
          return updated;
        });
      }),

    remove: (workspace, idOrName, id, key) =>
      inWorkspace(pool, workspace, async (tenant) => {
        const table = await tableOf(tenant, workspace, idOrName);
        const request = { remove: { table: table.id, id } };
        return once(tenant, workspace, key, request, async () => {
          const removed = await tenant.query(
            `update data_row set removed = true, cells = '{}'
             where workspace = $1 and table_id = $2 and id = $3 and not removed`,
            [workspace, table.id, id],
          );
          if (removed.rowCount === 0) return false;
          await count(tenant, workspace, table.id, -1);
          return true;
        });
      }),
  };
}

async function tableOf(
  tenant: Tenant,
  workspace: string,
  idOrName: string,
): Promise<Pick<TableInfo, 'id' | 'columns'>> {
  const { rows } = await tenant.query<Pick<TableInfo, 'id' | 'columns'>>(
    'select id, columns from data_table where workspace = $1 and (id = $2 or name = $2)',
    [workspace, idOrName],
  );
  const table = rows[0];
  if (table === undefined) throw storeFault('RECORD_TABLE_UNKNOWN');
  return table;
}

/** Where a reader stands. A removed row still has its place. */
async function positionOf(tenant: Tenant, workspace: string, table: string, row: string) {
  const { rows } = await tenant.query<{ position: number }>(
    'select position from data_row where workspace = $1 and table_id = $2 and id = $3',
    [workspace, table, row],
  );
  const found = rows[0];
  if (found === undefined) throw storeFault('RECORD_CURSOR_UNKNOWN');
  return found.position;
}

async function lockedRow(tenant: Tenant, workspace: string, table: string, id: string) {
  const { rows } = await tenant.query<TableRow & { values: JsonObject }>(
    `select id, cells as values, label from data_row
     where workspace = $1 and table_id = $2 and id = $3 and not removed for update`,
    [workspace, table, id],
  );
  return rows[0] ?? null;
}

async function count(tenant: Tenant, workspace: string, table: string, by: number): Promise<void> {
  await tenant.query('update data_table set rows = rows + $3 where workspace = $1 and id = $2', [
    workspace,
    table,
    by,
  ]);
}

import {
  canonical,
  type IdPowers,
  type JsonObject,
  newId,
  type TableInfo,
  type TableRow,
  type TableStore,
} from '@countersign/contract';
import { storeFault } from '../config/errors.ts';
import { assertLimit } from '../config/limit.ts';
import { jsonOf } from '../config/storable.ts';
import { assertTable } from './columns.ts';
import { assertInsert } from './limits.ts';
import { createMemoryKeyedWrites } from './memory-keyed.ts';
import { updatedRow } from './row.ts';
import { rowsOf, valuesOf } from './values.ts';

interface Table {
  readonly info: Omit<TableInfo, 'rows'>;
  /** In the order of writing; a removed row keeps its place so that a page can go on after it. */
  readonly rows: Map<string, TableRow | 'removed'>;
}

/** Workspace tables in memory, for tests and trials. */
export function createMemoryTableStore(powers: IdPowers): TableStore {
  const byWorkspace = new Map<string, Map<string, Table>>();
  const keyed = createMemoryKeyedWrites();

  const tablesOf = (workspace: string) => {
    const tables = byWorkspace.get(workspace) ?? new Map<string, Table>();
    byWorkspace.set(workspace, tables);
    return tables;
  };
  const tableOf = (workspace: string, idOrName: string): Table => {
    const tables = tablesOf(workspace);
    const table =
      tables.get(idOrName) ?? [...tables.values()].find(({ info }) => info.name === idOrName);
    if (table === undefined) throw storeFault('RECORD_TABLE_UNKNOWN');
    return table;
  };

  return {
    async tables(workspace) {
      return [...tablesOf(workspace).values()]
        .map(infoOf)
        .sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    async create(workspace, { name, columns }, key) {
      assertTable({ name, columns });
      return keyed.once(workspace, key, jsonOf({ create: { name, columns } }), () => {
        const tables = tablesOf(workspace);
        if ([...tables.values()].some(({ info }) => info.name === name)) {
          throw storeFault('RECORD_TABLE_EXISTS');
        }
        const info = { id: newId('table', powers), name, columns: copied(columns) };
        const table: Table = { info, rows: new Map() };
        tables.set(info.id, table);
        return infoOf(table);
      });
    },
    async insert(workspace, idOrName, rows, label, key) {
      const table = tableOf(workspace, idOrName);
      assertInsert(rows);
      const values = rowsOf(table.info.columns, rows);
      const request = jsonOf({ insert: { table: table.info.id, values, label } });
      return keyed.once(workspace, key, request, () => {
        const written = values.map((row) => ({ id: newId('row', powers), values: row, label }));
        for (const row of written) table.rows.set(row.id, copied(row));
        return written;
      });
    },
    async query(workspace, idOrName, { where, limit, after }) {
      const table = tableOf(workspace, idOrName);
      assertLimit(limit);
      const wanted = Object.entries(valuesOf(table.info.columns, where, false));
      if (after !== null && !table.rows.has(after)) throw storeFault('RECORD_CURSOR_UNKNOWN');
      const all = [...table.rows.entries()];
      const start = after === null ? 0 : all.findIndex(([id]) => id === after) + 1;
      return all
        .slice(start)
        .flatMap(([, row]) => (row === 'removed' ? [] : [row]))
        .filter((row) => wanted.every(([name, value]) => same(row.values, name, canonical(value))))
        .slice(0, limit)
        .map(copied);
    },
    async update(workspace, idOrName, id, values, label, key) {
      const table = tableOf(workspace, idOrName);
      const changed = valuesOf(table.info.columns, values, true);
      const request = jsonOf({ update: { table: table.info.id, id, changed, label } });
      return keyed.once(workspace, key, request, () => {
        const row = table.rows.get(id);
        if (row === undefined || row === 'removed') return null;
        const updated = updatedRow(row, changed, label);
        table.rows.set(id, copied(updated));
        return updated;
      });
    },
    async remove(workspace, idOrName, id, key) {
      const table = tableOf(workspace, idOrName);
      return keyed.once(workspace, key, { remove: { table: table.info.id, id } }, () => {
        const row = table.rows.get(id);
        if (row === undefined || row === 'removed') return false;
        table.rows.set(id, 'removed');
        return true;
      });
    },
  };
}

function infoOf({ info, rows }: Table): TableInfo {
  const count = [...rows.values()].filter((row) => row !== 'removed').length;
  return { ...copied(info), rows: count };
}

function same(values: JsonObject, name: string, wanted: string): boolean {
  return canonical(values[name] ?? null) === wanted;
}

function copied<T>(value: T): T {
  return structuredClone(value);
}

import type { Column } from '@countersign/contract';
import { storeFault } from '../config/errors.ts';

/** Most columns of a table. */
const MAX_COLUMNS = 64;

const NAME = /^[a-z][a-z0-9_]{0,62}$/;
const TYPES: readonly Column['type'][] = ['text', 'number', 'boolean', 'time', 'json'];

/**
 * Refuses a table that could not be addressed or filled.
 *
 * @throws fault `RECORD_TABLE_INVALID` that names the column, the problem and the way out.
 */
export function assertTable(table: { name: string; columns: readonly Column[] }): void {
  const problem = problemOfTable(table.name) ?? problemOfColumns(table.columns);
  if (problem !== null) throw storeFault('RECORD_TABLE_INVALID', { message: problem });
}

function problemOfTable(name: string): string | null {
  if (!NAME.test(name)) {
    return `The table name ${JSON.stringify(name.slice(0, 80))} does not work: use 1 to 63 of a-z, 0-9 and _, a letter first.`;
  }
  // A table is addressed by id or by name; a name that looks like an id could stand in another one's way.
  if (name.startsWith('tbl_')) return 'A table name cannot start with tbl_, as ids do.';
  return null;
}

function problemOfColumns(columns: readonly Column[]): string | null {
  if (columns.length === 0) return 'A table needs at least one column.';
  if (columns.length > MAX_COLUMNS) {
    return `The table has ${columns.length} columns, and at most ${MAX_COLUMNS} are allowed; keep rare fields in one json column.`;
  }
  const seen = new Set<string>();
  for (const { name, type } of columns) {
    if (!NAME.test(name)) {
      return `The column name ${JSON.stringify(name.slice(0, 80))} does not work: use 1 to 63 of a-z, 0-9 and _, a letter first.`;
    }
    if (seen.has(name)) return `Two columns are called "${name}"; rename one.`;
    if (!TYPES.includes(type)) {
      return `Column "${name}" has no type we know; use one of ${TYPES.join(', ')}.`;
    }
    seen.add(name);
  }
  return null;
}

import { type JsonObject, join, type Label, type TableRow } from '@countersign/contract';
import { assertRowFits } from './values.ts';

/**
 * A row after a change. What anybody wrote before and what is written now both stand in it, so its label is
 * the join of both: a trusted change does not make the rest of a row trusted.
 *
 * @throws fault `RECORD_LIMIT_EXCEEDED`.
 */
export function updatedRow(row: TableRow, changed: JsonObject, label: Label): TableRow {
  const values = { ...row.values, ...changed };
  assertRowFits(values, 'The row');
  return { id: row.id, values, label: join(row.label, label) };
}

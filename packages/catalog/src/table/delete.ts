import type { ActionDescriptor } from '@countersign/contract';
import { assigned } from '../result-label.ts';
import { flag, object } from '../schema.ts';
import { refersToRow, rowId, rowLabels, tableBounds, tableRef } from './words.ts';

/** Deletes one row for good. */
export const tableDelete: ActionDescriptor = {
  id: 'table.delete',
  title: 'Delete a row',
  description:
    'Deletes one row of a table for good. `deleted` is false where there was no such row.',
  effect: 'destroy',
  repeat: 'keyed',
  input: object({ table: tableRef, row: rowId('Id of the row, from table_query.') }, [
    'table',
    'row',
  ]),
  output: object({ row: rowId('The row.'), deleted: flag() }, ['row', 'deleted']),
  sinks: { '/table': 'sel', '/row': 'sel' },
  results: {
    '/row': rowLabels['/rows/*/id'],
    '/deleted': assigned(
      'workspace',
      'The store says whether there was such a row; ids are its own.',
    ),
  },
  refers: refersToRow,
  bounds: { ...tableBounds, maxInputBytes: 1_000 },
  connection: null,
  sentence: 'Delete the row {/row} of the table {/table}',
};

import type { ActionDescriptor } from '@countersign/contract';
import { object } from '../schema.ts';
import {
  refersToRow,
  row,
  rowId,
  rowLabels,
  rowRecords,
  tableBounds,
  tableRef,
  values,
} from './words.ts';

/** Changes cells of one row. The whole row gets the label of the context that changed it, joined with its own. */
export const tableUpdate: ActionDescriptor = {
  id: 'table.update',
  title: 'Change a row',
  description: 'Changes cells of one row; columns that you do not name stay as they are.',
  effect: 'write',
  repeat: 'keyed',
  input: object(
    {
      table: tableRef,
      row: rowId('Id of the row, from table_query.'),
      values: values('The new cells.'),
    },
    ['table', 'row', 'values'],
  ),
  output: object({ row }, ['row']),
  sinks: { '/table': 'sel', '/row': 'sel', '/values': 'content' },
  results: { '/row': rowLabels['/rows'], '/row/id': rowLabels['/rows/*/id'] },
  records: rowRecords('/row'),
  refers: refersToRow,
  bounds: { ...tableBounds, maxInputBytes: 200_000 },
  connection: null,
  sentence: 'Change the row {/row} of the table {/table}',
};

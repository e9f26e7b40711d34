import type { ActionDescriptor } from '@countersign/contract';
import { list, object } from '../schema.ts';
import {
  refersToTable,
  row,
  rowLabels,
  rowRecords,
  tableBounds,
  tableRef,
  values,
} from './words.ts';

/** Adds rows. They keep the label of the context that wrote them. */
export const tableInsert: ActionDescriptor = {
  id: 'table.insert',
  title: 'Add rows',
  description:
    'Adds rows to a table; all of them or none. Give each row as its cells by column name.',
  effect: 'write',
  repeat: 'keyed',
  input: object(
    {
      table: tableRef,
      rows: list(values('Cells by column name.'), 200, 'The rows.', { minItems: 1 }),
    },
    ['table', 'rows'],
  ),
  output: object({ rows: list(row, 200) }, ['rows']),
  sinks: { '/table': 'sel', '/rows': 'content' },
  results: rowLabels,
  records: rowRecords('/rows/*'),
  refers: refersToTable,
  bounds: tableBounds,
  connection: null,
  sentence: 'Add rows to the table {/table}',
};

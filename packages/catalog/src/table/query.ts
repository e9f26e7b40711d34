import type { ActionDescriptor } from '@countersign/contract';
import { list, object, orNull, whole } from '../schema.ts';
import {
  refersToTable,
  row,
  rowId,
  rowLabels,
  rowRecords,
  tableBounds,
  tableRef,
  values,
} from './words.ts';

/** Reads rows. Each comes back with the label it was written with. */
export const tableQuery: ActionDescriptor = {
  id: 'table.query',
  title: 'Read rows',
  description:
    'Reads rows of a table in the order of writing. `where` gives columns that must be equal to a value.',
  effect: 'read',
  repeat: 'safe',
  input: object(
    {
      table: tableRef,
      where: values('Columns that must be equal to these values.'),
      limit: whole(1, 200, 'How many rows to give.', { default: 100 }),
      after: rowId('Give the rows after this one: the `next` of the page before.'),
    },
    ['table'],
  ),
  output: object(
    {
      rows: list(row, 200),
      next: orNull(rowId('Pass it as `after` to get the next page; null at the end.')),
    },
    ['rows', 'next'],
  ),
  sinks: { '/table': 'sel', '/where': 'sel', '/limit': 'val', '/after': 'sel' },
  results: { ...rowLabels, '/next': rowLabels['/rows/*/id'] },
  records: rowRecords('/rows/*'),
  refers: { ...refersToTable, '/after': 'row' },
  bounds: tableBounds,
  connection: null,
  sentence: 'Read rows of the table {/table}',
};

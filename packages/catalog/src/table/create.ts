import type { ActionDescriptor } from '@countersign/contract';
import { list, object } from '../schema.ts';
import { column, name, tableBounds, tableInfo, tableLabels, tableRecords } from './words.ts';

/** Makes a table; one that is there is not made again. */
export const tableCreate: ActionDescriptor = {
  id: 'table.create',
  title: 'Create a table',
  description:
    'Creates a table with typed columns. It fails where one of that name is there: use table_list first.',
  effect: 'write',
  repeat: 'keyed',
  input: object(
    {
      name: name('Name of the table, in lower case, such as indicators.'),
      columns: list(column, 64, 'Its columns.', { minItems: 1 }),
    },
    ['name', 'columns'],
  ),
  output: object({ table: tableInfo }, ['table']),
  sinks: { '/name': 'sel', '/columns': 'content' },
  results: tableLabels,
  records: tableRecords('/table'),
  bounds: { ...tableBounds, maxInputBytes: 50_000, maxCallsPerRun: 10 },
  connection: null,
  sentence: 'Create the table {/name}',
};

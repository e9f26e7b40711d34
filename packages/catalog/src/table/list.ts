import type { ActionDescriptor } from '@countersign/contract';
import { assigned, SHARED } from '../result-label.ts';
import { list, object } from '../schema.ts';
import { tableBounds, tableInfo, tableRecords } from './words.ts';

/** All tables of the workspace with their columns. */
export const tableList: ActionDescriptor = {
  id: 'table.list',
  title: 'List tables',
  description: 'Lists the tables of the workspace with their columns and number of rows.',
  effect: 'read',
  repeat: 'safe',
  input: object({}, []),
  output: object({ tables: list(tableInfo, 1_000) }, ['tables']),
  sinks: {},
  results: {
    // An agent may have named a table or a column after what it read.
    '/tables': SHARED,
    '/tables/*/id': assigned('workspace', 'The store makes table ids of time and chance.'),
  },
  records: tableRecords('/tables/*'),
  bounds: tableBounds,
  connection: null,
  sentence: 'List the tables of the workspace',
};

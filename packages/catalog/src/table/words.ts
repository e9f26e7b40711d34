import type { ResultRecords } from '@countersign/contract';
import { assigned, SHARED } from '../result-label.ts';
import { either, flag, list, map, object, oneOf, type Schema, text } from '../schema.ts';

/** A table, by its id or its name. */
export const tableRef = text(63, 'The table’s name or id.', { pattern: '^[A-Za-z][A-Za-z0-9_]*$' });

/** Names that agents give. */
export const name = (description: string): Schema =>
  text(63, description, { pattern: '^[a-z][a-z0-9_]*$' });

export const column = object(
  {
    name: name('Name of the column, such as sender.'),
    type: oneOf(['text', 'number', 'boolean', 'time', 'json'], 'What it holds; time is ISO 8601.'),
    required: flag('True where every row must have it.', { default: false }),
  },
  ['name', 'type'],
);

/** One cell. */
const cell = either(
  { type: 'string', maxLength: 10_000 },
  { type: 'number', minimum: -1e15, maximum: 1e15 },
  { type: 'boolean' },
  { type: 'null' },
);

/** Cells by column. */
export const values = (description: string): Schema =>
  map(cell, { type: 'string', maxLength: 63 }, 64, description);

/** Id of a row. */
export const rowId = (description: string): Schema =>
  text(60, description, { pattern: '^row_[0-9a-z]{1,40}$' });

/** A row as it is read. What stands in it may have been written by anyone and keeps its label. */
export const row = object(
  { id: rowId('The row.'), values: { type: 'object', maxProperties: 200 } },
  ['id', 'values'],
);

export const tableInfo = object(
  {
    id: text(60),
    name: text(63),
    columns: list(column, 64),
    rows: { type: 'integer', minimum: 0 },
  },
  ['id', 'name', 'columns', 'rows'],
);

export const rowLabels = {
  '/rows': SHARED,
  '/rows/*/id': assigned('workspace', 'The store makes row ids of time and chance.'),
} as const;

/** Rows at `at`, for later calls to refer to. A row has no name; its id is of one table alone. */
export function rowRecords(at: string): ResultRecords {
  return { kind: 'row', at, label: null, fields: { '/id': 'id' } };
}

/** Tables at `at`, for later calls to refer to by their id; their names are whatever an agent gave them. */
export function tableRecords(at: string): ResultRecords {
  return { kind: 'table', at, label: '/name', fields: { '/id': 'id' } };
}

/** The arguments `table` and `row`. */
export const refersToTable = { '/table': 'table' };
export const refersToRow = { ...refersToTable, '/row': 'row' };

export const tableLabels = {
  '/table': SHARED,
  '/table/id': assigned('workspace', 'The store makes table ids of time and chance.'),
} as const;

export const tableBounds = {
  maxInputBytes: 1_000_000,
  maxOutputBytes: 1_500_000,
  timeoutMs: 30_000,
  maxCallsPerRun: 200,
} as const;

import {
  at,
  type Column,
  isJsonObject,
  type Json,
  type JsonObject,
  type LeafLabels,
  type Performed,
  type TableInfo,
  type TableRow,
  type TableStore,
} from '@countersign/contract';
import { numberArg, textArg } from '../arguments.ts';
import { failed } from '../failures.ts';
import type { Performer } from '../performer.ts';
import { callLabel } from './call-label.ts';

/**
 * Performers of the actions on tables, by action id. Writes are keyed by the call's id, so that a repeat
 * writes once. The store's refusals are faults of its own, which say what to change.
 */
export function tablePerformers(tables: TableStore): ReadonlyMap<string, Performer> {
  const actions: Readonly<Record<string, Performer>> = {
    'table.list': async ({ call }) =>
      done({ tables: (await tables.tables(call.actor.workspace)).map(infoOf) }),

    'table.create': async ({ call }, { sending }) => {
      const table = { name: textArg(call.args, 'name'), columns: columnsOf(call.args) };
      sending();
      return done({ table: infoOf(await tables.create(call.actor.workspace, table, call.id)) });
    },

    'table.insert': async ({ call }, { sending }) => {
      const rows = objectsAt(call.args, '/rows');
      const table = textArg(call.args, 'table');
      sending();
      const written = await tables.insert(
        call.actor.workspace,
        table,
        rows,
        callLabel(call),
        call.id,
      );
      return rowsResult(written, {});
    },

    'table.query': async ({ call }) => {
      const limit = numberArg(call.args, 'limit', 100);
      const after = textArg(call.args, 'after');
      const rows = await tables.query(call.actor.workspace, textArg(call.args, 'table'), {
        where: objectAt(call.args, '/where'),
        limit,
        after: after === '' ? null : after,
      });
      const next = rows.length === limit ? (rows.at(-1)?.id ?? null) : null;
      return rowsResult(rows, { next });
    },

    'table.update': async ({ call }, { sending }) => {
      const [table, row] = [textArg(call.args, 'table'), textArg(call.args, 'row')];
      const values = objectAt(call.args, '/values');
      const { workspace } = call.actor;
      sending();
      const updated = await tables.update(workspace, table, row, values, callLabel(call), call.id);
      if (!updated) return failed('TABLE_ROW_UNKNOWN');
      return {
        ...done({ row: rowOf(updated) }),
        sources: [updated.id],
        stored: { '/row/values': updated.label },
      };
    },

    'table.delete': async ({ call }, { sending }) => {
      const [table, row] = [textArg(call.args, 'table'), textArg(call.args, 'row')];
      sending();
      const deleted = await tables.remove(call.actor.workspace, table, row, call.id);
      return done({ row, deleted });
    },
  };
  return new Map(Object.entries(actions));
}

type Done = Extract<Performed, { kind: 'done' }>;

function done(result: JsonObject): Done {
  return { kind: 'done', result, usage: {} };
}

function rowsResult(rows: readonly TableRow[], more: JsonObject): Done {
  const stored: LeafLabels = Object.fromEntries(
    rows.map(({ label }, i) => [`/rows/${i}/values`, label]),
  );
  return {
    ...done({ rows: rows.map(rowOf), ...more }),
    sources: rows.map(({ id }) => id),
    stored,
  };
}

function rowOf({ id, values }: TableRow): JsonObject {
  return { id, values };
}

function infoOf({ id, name, columns, rows }: TableInfo): JsonObject {
  return { id, name, columns: columns.map((column) => ({ ...column })), rows };
}

function columnsOf(args: JsonObject): readonly Column[] {
  return objectsAt(args, '/columns').map((column) => ({
    name: textArg(column, 'name'),
    // The schema has told that it is one of the types; the store tells again.
    type: textArg(column, 'type') as Column['type'],
    required: at(column, '/required') === true,
  }));
}

function objectAt(args: JsonObject, pointer: string): JsonObject {
  const value = at(args, pointer);
  return isJsonObject(value) ? value : {};
}

function objectsAt(args: JsonObject, pointer: string): readonly JsonObject[] {
  const value = at(args, pointer);
  return Array.isArray(value) ? (value as readonly Json[]).filter(isJsonObject) : [];
}

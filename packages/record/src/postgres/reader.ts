import type { QuestionFilter, RecordReader, RunFilter } from '@countersign/contract';
import type pg from 'pg';
import { fromVector } from '../commit/accounts.ts';
import {
  type EntryRow,
  entryOf,
  type QuestionRow,
  questionOf,
  type RunRow,
  summaryOf,
} from '../rows.ts';
import { ENTRY_COLUMNS, QUESTION_COLUMNS, RUN_COLUMNS } from './columns.ts';
import { readRows } from './tenant.ts';

/** Reads of one workspace, each one statement that can see no other. */
export function postgresReader(pool: pg.Pool): RecordReader {
  const rows = <Row extends pg.QueryResultRow>(
    workspace: string,
    text: string,
    values: readonly unknown[],
  ): Promise<readonly Row[]> => readRows<Row>(pool, workspace, text, [workspace, ...values]);

  return {
    run: async (workspace, run) => {
      const text = `select ${RUN_COLUMNS} from run where workspace = $1 and id = $2`;
      const [row] = await rows<RunRow>(workspace, text, [run]);
      return row === undefined ? null : summaryOf(workspace, row);
    },

    runs: async (workspace, filter) => {
      const { text, values } = runsQuery(filter);
      const found = await rows<RunRow>(workspace, text, values);
      const items = found.slice(0, filter.limit).map((row) => summaryOf(workspace, row));
      const more = found.length > filter.limit;
      return { items, next: more ? (items.at(-1)?.id ?? null) : null };
    },

    entries: async (workspace, run, after, limit) => {
      const text = `select ${ENTRY_COLUMNS} from log_entry
        where workspace = $1 and run = $2 and index > $3 order by index limit $4`;
      return (await rows<EntryRow>(workspace, text, [run, after, limit])).map(entryOf);
    },

    log: async (workspace, from, limit) => {
      const text = `select ${ENTRY_COLUMNS} from log_entry
        where workspace = $1 and index >= $2 order by index limit $3`;
      return (await rows<EntryRow>(workspace, text, [from, limit])).map(entryOf);
    },

    questions: async (workspace, filter) => {
      const { text, values } = questionsQuery(filter);
      const found = await rows<QuestionRow>(workspace, text, values);
      return found.map((row) => questionOf(workspace, row));
    },

    question: async (workspace, id) => {
      const text = `select ${QUESTION_COLUMNS} from question where workspace = $1 and id = $2`;
      const [row] = await rows<QuestionRow>(workspace, text, [id]);
      return row === undefined ? null : questionOf(workspace, row);
    },

    account: async (workspace, id) => {
      // Cast, since the driver has no parser of its own for arrays of bigint.
      const text = `select limits::float8[], spent::float8[], reserved::float8[] from account
        where workspace = $1 and id = $2`;
      const [row] = await rows<Record<'limits' | 'spent' | 'reserved', (number | null)[]>>(
        workspace,
        text,
        [id],
      );
      if (row === undefined) return null;
      return {
        id,
        limits: fromVector(row.limits, null),
        spent: fromVector(row.spent, 0),
        reserved: fromVector(row.reserved, 0),
      };
    },
  };
}

/** One row more than is wanted, which tells whether there are more. */
function runsQuery(filter: RunFilter): { text: string; values: readonly unknown[] } {
  const { status, agent, conversation, person, parent, before, limit } = filter;
  const { where, values } = conditions({ status, agent, conversation, person, parent });
  const at = values.length + 2;
  const older =
    before === undefined
      ? ''
      : ` and (started_at, id) < (select started_at, id from run where workspace = $1 and id = $${at + 1})`;
  return {
    text: `select ${RUN_COLUMNS} from run where workspace = $1${where}${older}
      order by started_at desc, id desc limit $${at}`,
    values: [...values, limit + 1, ...(before === undefined ? [] : [before])],
  };
}

function questionsQuery(filter: QuestionFilter): { text: string; values: readonly unknown[] } {
  const { status, run, requestedBy, order = 'newest', after, limit } = filter;
  const { where, values } = conditions({ status, run, requested_by: requestedBy });
  const at = values.length + 2;
  const [way, beyond] = order === 'newest' ? ['desc', '<'] : ['asc', '>'];
  const further =
    after === undefined
      ? ''
      : ` and (asked_at, id) ${beyond} (select asked_at, id from question where workspace = $1 and id = $${at + 1})`;
  return {
    text: `select ${QUESTION_COLUMNS} from question where workspace = $1${where}${further}
      order by asked_at ${way}, id ${way} limit $${at}`,
    values: [...values, limit, ...(after === undefined ? [] : [after])],
  };
}

/** Conditions on the columns that have a value, or one of several; the first parameter is the workspace. */
function conditions(columns: Readonly<Record<string, string | readonly string[] | undefined>>) {
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
  return {
    where: given
      .map(([column, value], at) =>
        typeof value === 'string'
          ? ` and ${column} = $${at + 2}`
          : ` and ${column} = any($${at + 2})`,
      )
      .join(''),
    values: given.map(([, value]) => value),
  };
}

import {
  type CaseComment,
  type CaseRecord,
  type CaseStore,
  type IdPowers,
  type Label,
  must,
  newId,
} from '@countersign/contract';
import type pg from 'pg';
import { assertLimit } from '../config/limit.ts';
import { jsonOf } from '../config/storable.ts';
import { inWorkspace, readRows, type Tenant } from '../postgres/tenant.ts';
import { once } from '../tables/postgres-keyed.ts';
import { assertCase, assertComment, assertRoom, numberOf } from './shape.ts';

/** Case records in Postgres, under row-level security. */
export function createPostgresCaseStore(pool: pg.Pool, powers: IdPowers): CaseStore {
  return {
    async create(workspace, draft, key) {
      assertCase(draft);
      return inWorkspace(pool, workspace, (tenant) =>
        once(tenant, workspace, key, jsonOf({ createCase: draft }), async () => {
          const { title, description, priority, severity, createdBy, label } = draft;
          const record: CaseRecord = {
            ...{ title, description, priority, severity, createdBy, label },
            id: newId('case', powers),
            number: await nextNumber(tenant, workspace),
            status: 'new',
            createdAt: powers.now(),
          };
          await insertCase(tenant, workspace, record);
          return record;
        }),
      );
    },

    async comment(workspace, draft, key) {
      assertComment(draft);
      return inWorkspace(pool, workspace, (tenant) =>
        once(tenant, workspace, key, jsonOf({ comment: draft }), async () => {
          const found = await lockedCase(tenant, workspace, draft.case);
          if (found === null) return null;
          assertRoom(found.comments);
          const { text, by, label } = draft;
          const id = newId('comment', powers);
          const comment: CaseComment = { id, case: found.id, text, by, label, at: powers.now() };
          await insertComment(tenant, workspace, comment, found.comments + 1);
          return comment;
        }),
      );
    },

    async list(workspace, limit) {
      assertLimit(limit);
      return readRows<CaseRow>(
        pool,
        workspace,
        'select * from case_record where workspace = $1 order by number desc limit $2',
        [workspace, limit],
      ).then((rows) => rows.map(recordOf));
    },

    get: (workspace, idOrNumber) =>
      inWorkspace(pool, workspace, async (tenant) => {
        const { rows } = await tenant.query<CaseRow>(
          `select * from case_record where workspace = $1 and (id = $2 or number = $3)`,
          [workspace, idOrNumber, numberOf(idOrNumber)],
        );
        const found = rows[0];
        if (found === undefined) return null;
        const comments = await tenant.query<CommentRow>(
          'select * from case_comment where workspace = $1 and case_id = $2 order by number',
          [workspace, found.id],
        );
        return { record: recordOf(found), comments: comments.rows.map(commentOf) };
      }),
  };
}

interface CaseRow
  extends Pick<
    CaseRecord,
    'id' | 'number' | 'title' | 'description' | 'status' | 'priority' | 'severity' | 'label'
  > {
  readonly created_at: Date;
  readonly created_by: string;
}

interface CommentRow {
  readonly id: string;
  readonly case_id: string;
  readonly text: string;
  readonly written_by: string;
  readonly written_at: Date;
  readonly label: Label;
}

function recordOf(row: CaseRow): CaseRecord {
  const { id, number, title, description, status, priority, severity, label } = row;
  return {
    ...{ id, number, title, description, status, priority, severity, label },
    createdAt: row.created_at.getTime(),
    createdBy: row.created_by,
  };
}

function commentOf(row: CommentRow): CaseComment {
  const { id, text, label } = row;
  return { id, case: row.case_id, text, by: row.written_by, at: row.written_at.getTime(), label };
}

/** Takes the next number. The counter's row stays locked until the case is committed, so no number is lost. */
async function nextNumber(tenant: Tenant, workspace: string): Promise<number> {
  const { rows } = await tenant.query<{ last: number }>(
    `insert into case_counter (workspace, last) values ($1, 1)
     on conflict (workspace) do update set last = case_counter.last + 1 returning last`,
    [workspace],
  );
  return must(rows[0], 'an upsert gives its row').last;
}

async function insertCase(tenant: Tenant, workspace: string, record: CaseRecord): Promise<void> {
  await tenant.query(
    `insert into case_record (workspace, id, number, title, description, status, priority, severity,
       created_at, created_by, label)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      workspace,
      record.id,
      record.number,
      record.title,
      record.description,
      record.status,
      record.priority,
      record.severity,
      new Date(record.createdAt),
      record.createdBy,
      JSON.stringify(record.label),
    ],
  );
}

async function lockedCase(tenant: Tenant, workspace: string, idOrNumber: string) {
  const { rows } = await tenant.query<{ id: string; comments: number }>(
    `select id, comments from case_record
     where workspace = $1 and (id = $2 or number = $3) for update`,
    [workspace, idOrNumber, numberOf(idOrNumber)],
  );
  return rows[0] ?? null;
}

async function insertComment(
  tenant: Tenant,
  workspace: string,
  comment: CaseComment,
  number: number,
): Promise<void> {
  await tenant.query(
    `insert into case_comment (workspace, case_id, id, number, text, written_by, written_at, label)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      workspace,
      comment.case,
      comment.id,
      number,
      comment.text,
      comment.by,
      new Date(comment.at),
      JSON.stringify(comment.label),
    ],
  );
  await tenant.query('update case_record set comments = $3 where workspace = $1 and id = $2', [
    workspace,
    comment.case,
    number,
  ]);
}

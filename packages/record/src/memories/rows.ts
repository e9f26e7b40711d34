import { isTainted, type Label, type MemoryItem, type MemoryStatus } from '@countersign/contract';
import type { Tenant } from '../postgres/tenant.ts';
import { eraseAt } from './shape.ts';
import { wordsOf } from './words.ts';

/** The columns of a {@link Row}. */
export const COLUMNS = `m.id, m.person, m.agent, m.text, m.label, m.run, m.call, m.created_at, m.expires_at, m.supersedes,
  m.status, m.before, m.rollback, m.changed_at, m.changed_by, m.reviewed_by, m.reviewed_at`;

/** A memory as Postgres gives it. */
export interface Row
  extends Pick<
    MemoryItem,
    'id' | 'person' | 'agent' | 'text' | 'run' | 'call' | 'supersedes' | 'rollback'
  > {
  readonly label: Label;
  readonly status: MemoryStatus;
  readonly before: MemoryStatus | null;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly changed_at: Date | null;
  readonly changed_by: string | null;
  readonly reviewed_by: string | null;
  readonly reviewed_at: Date | null;
}

export function itemOf(row: Row): MemoryItem {
  const { id, person, agent, text, label, run, call, supersedes, status, before, rollback } = row;
  return {
    ...{ id, person, agent, text, label, run, call, supersedes, status, before, rollback },
    createdAt: row.created_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    changedAt: row.changed_at?.getTime() ?? null,
    changedBy: row.changed_by,
    reviewedBy: row.reviewed_by,
    reviewedAt: row.reviewed_at?.getTime() ?? null,
  };
}

/** Writes a new memory. */
export async function insertItem(
  tenant: Tenant,
  workspace: string,
  item: MemoryItem,
): Promise<void> {
  await tenant.query(
    `insert into memory_item (workspace, id, label, tainted, status, before, rollback, changed_at, changed_by,
       reviewed_by, reviewed_at, erase_at, person, agent, run, call, created_at, expires_at, supersedes, text, words)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
       array_to_tsvector($21::text[]))`,
    [
      ...[workspace, item.id, ...changeable(item), item.person, item.agent, item.run, item.call],
      ...[new Date(item.createdAt), new Date(item.expiresAt), item.supersedes, item.text],
      wordsOf(item.text ?? ''),
    ],
  );
}

/** Writes what can change of a memory. Its text is what stands there, or goes. */
export async function updateItem(
  tenant: Tenant,
  workspace: string,
  item: MemoryItem,
): Promise<void> {
  await tenant.query(
    `update memory_item set label = $3, tainted = $4, status = $5, before = $6, rollback = $7, changed_at = $8,
       changed_by = $9, reviewed_by = $10, reviewed_at = $11, erase_at = $12,
       text = case when $13 then null else text end, words = case when $13 then '' else words end where workspace = $1 and id = $2`,
    [workspace, item.id, ...changeable(item), item.text === null],
  );
}

function changeable(item: MemoryItem): readonly unknown[] {
  const { label, status, before, rollback, changedAt, changedBy, reviewedBy, reviewedAt } = item;
  const date = (at: number | null) => (at === null ? null : new Date(at));
  return [
    ...[JSON.stringify(label), isTainted(label.integrity), status, before, rollback],
    ...[date(changedAt), changedBy, reviewedBy, date(reviewedAt), new Date(eraseAt(item))],
  ];
}

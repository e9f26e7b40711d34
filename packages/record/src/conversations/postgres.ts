import {
  type ConversationSummary,
  type IdPowers,
  type Json,
  newId,
  type RunResult,
} from '@countersign/contract';
import type pg from 'pg';
import { assertLimit } from '../config/limit.ts';
import { inWorkspace, readRows } from '../postgres/tenant.ts';
import { historyFrom } from './history.ts';
import type { ConversationStore } from './port.ts';
import { keptConversation, MAX_HISTORY, pageOf, placeOf } from './shape.ts';

/** Conversations in Postgres, under row-level security. */
export function createPostgresConversationStore(
  pool: pg.Pool,
  powers: IdPowers,
): ConversationStore {
  return {
    async conversations(workspace, person, { before, limit }) {
      assertLimit(limit);
      const place = before === undefined ? null : placeOf(before);
      return readRows<ConversationRow>(
        pool,
        workspace,
        `select * from conversation
           where workspace = $1 and ($2::text is null or person = $2)
             and ($3::timestamptz is null or (updated_at, id) < ($3, $4::text))
           order by updated_at desc, id desc limit $5`,
        [
          workspace,
          person,
          place === null ? null : new Date(place.updatedAt),
          place?.id ?? null,
          limit + 1,
        ],
      ).then((rows) => pageOf(rows.map(summaryOf), limit));
    },

    conversation: (workspace, id) =>
      readRows<ConversationRow>(
        pool,
        workspace,
        'select * from conversation where workspace = $1 and id = $2',
        [workspace, id],
      ).then((rows) => (rows[0] === undefined ? null : summaryOf(rows[0]))),

    async createConversation(workspace, draft) {
      const { agent, person, title } = keptConversation(draft);
      const now = powers.now();
      const id = newId('conversation', powers);
      await inWorkspace(pool, workspace, (tenant) =>
        tenant.query(
          `insert into conversation (workspace, id, agent, person, title, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $6)`,
          [workspace, id, agent, person, title, new Date(now)],
        ),
      );
      return { id, agent, person, title, createdAt: now, updatedAt: now };
    },

    touch: (workspace, id) =>
      inWorkspace(pool, workspace, async (tenant) => {
        const touched = await tenant.query(
          'update conversation set updated_at = $3 where workspace = $1 and id = $2',
          [workspace, id, new Date(powers.now())],
        );
        return touched.rowCount === 1;
      }),

    async historyOf(workspace, conversation, limit) {
      assertLimit(limit, MAX_HISTORY);
      return inWorkspace(pool, workspace, async (tenant) => {
        // Every run says something, so `limit` runs are enough for `limit` messages.
        const { rows } = await tenant.query<RunRow>(
          `select first.payload as started, run.result
           from run, lateral (
             select payload from log_entry
             where workspace = $1 and log_entry.run = run.id order by index limit 1
           ) as first
           where run.workspace = $1 and conversation = $2 and status = 'ended'
           order by started_at desc, run.id desc limit $3`,
          [workspace, conversation, limit],
        );
        return historyFrom(rows.map(endedOf), limit);
      });
    },
  };
}

interface ConversationRow {
  readonly id: string;
  readonly agent: string;
  readonly person: string;
  readonly title: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** JSON texts, or null where they were erased. */
interface RunRow {
  readonly started: string | null;
  readonly result: string | null;
}

function summaryOf(row: ConversationRow): ConversationSummary {
  const { id, agent, person, title } = row;
  const [createdAt, updatedAt] = [row.created_at.getTime(), row.updated_at.getTime()];
  return { id, agent, person, title, createdAt, updatedAt };
}

function endedOf({ started, result }: RunRow) {
  // Both were written by our own commits, from these types.
  return {
    started: started === null ? null : (JSON.parse(started) as Json),
    result: result === null ? null : (JSON.parse(result) as RunResult),
  };
}

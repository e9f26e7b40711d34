import type {
  IdPowers,
  MemoryItem,
  MemoryKeeper,
  RollbackPlan,
  RollbackWish,
} from '@countersign/contract';
import type pg from 'pg';
import { assertLimit } from '../config/limit.ts';
import { append } from '../config/postgres-append.ts';
import { jsonOf } from '../config/storable.ts';
import { inWorkspace, type Tenant } from '../postgres/tenant.ts';
import { once } from '../tables/postgres-keyed.ts';
import { derivedFrom, memoriesIn, takeable } from './derived.ts';
import { COLUMNS, insertItem, itemOf, type Row, updateItem } from './rows.ts';
import {
  assertMemory,
  CHANGES,
  editedItem,
  MOST_HELD,
  memoryChanged,
  reviewed,
  rollbackOf,
  uneditable,
  writtenItem,
} from './shape.ts';
import { snippetOf, wantedWords } from './words.ts';

/** Memory of agents in Postgres, under row-level security. */
export function createPostgresMemoryStore(pool: pg.Pool, powers: IdPowers): MemoryKeeper {
  const now = () => new Date(powers.now());
  /** Work in a transaction that has erased what is due. */
  const swept = <T>(workspace: string, work: (tenant: Tenant) => Promise<T>): Promise<T> =>
    inWorkspace(pool, workspace, async (tenant) => {
      await tenant.query(
        `update memory_item set text = null, words = ''
           where workspace = $1 and text is not null and erase_at <= $2`,
        [workspace, now()],
      );
      return work(tenant);
    });

  return {
    write: async (workspace, draft, key) => {
      assertMemory(draft.text, draft.days, draft.label);
      return swept(workspace, async (tenant) => {
        const answer = await once(tenant, workspace, key, jsonOf({ memory: draft }), async () => {
          const { person, agent, supersedes, label } = draft;
          const place = [workspace, person, agent];
          const [old = null] =
            supersedes === null
              ? []
              : await select(tenant, `${IN_PLACE} and m.id = $5 and ${READ} for update`, [
                  ...[...place, now(), supersedes],
                ]);
          if (supersedes !== null && old === null) return { refused: 'unknown' as const };
          // Locked, so that a rollback of what this derives from waits, and then finds it.
          const sources = await select(
            tenant,
            'where workspace = $1 and id = any ($2) order by id for share',
            [workspace, memoriesIn(label)],
          );
          const rolledBack = sources.find(({ status }) => status === 'rolled-back') ?? null;
          const item = writtenItem(draft, old, rolledBack, powers);
          if (item.status === 'active' || item.status === 'waiting') {
            // Writers of one place take turns, so that none of them counts past another.
            await tenant.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
              JSON.stringify(place),
            ]);
            const { rows } = await tenant.query<{ held: string }>(
              `select count(*) as held from memory_item m ${IN_PLACE} and expires_at > $4 and status = $5`,
              [...place, now(), item.status],
            );
            if (Number(rows[0]?.held) >= MOST_HELD[item.status])
              return { refused: 'full' as const };
          }
          await insertItem(tenant, workspace, item);
          return { id: item.id };
        });
        if ('refused' in answer) return { kind: answer.refused };
        const [item] = await byId(tenant, workspace, answer.id);
        return item === undefined ? { kind: 'unknown' } : { kind: 'written', item };
      });
    },

    search: async (workspace, { person, agent }, query, limit) => {
      assertLimit(limit, 100);
      const wanted = wantedWords(query);
      const items = await swept(workspace, (tenant) =>
        select(
          tenant,
          `${IN_PLACE} and ${READ} and ($5 or m.words @@ $6::tsquery)
           order by cardinality(array(select unnest(tsvector_to_array(m.words))
               intersect select unnest($7::text[]))) desc,
             m.tainted, m.created_at desc, m.id collate "C" desc limit $8`,
          [
            ...[workspace, person, agent, now(), wanted.length === 0],
            ...[anyOf(wanted), wanted, limit],
          ],
        ),
      );
      return items.map((item) => ({ item, snippet: snippetOf(item.text ?? '', wanted) }));
    },

    forget: (workspace, place, id, by, key) =>
      swept(workspace, (tenant) =>
        once(tenant, workspace, key, { forget: { ...place, id } }, async () => {
          const [item] = await select(tenant, `${IN_PLACE} and m.id = $5 and ${READ} for update`, [
            ...[workspace, place.person, place.agent, now(), id],
          ]);
          const after = item === undefined ? '' : reviewed(item, 'delete', by, powers.now());
          if (typeof after === 'string') return false;
          await updateItem(tenant, workspace, after);
          return true;
        }),
      ),

    memories: async (workspace, { person, agent, status, query = '', before, limit }) => {
      assertLimit(limit);
      const wanted = wantedWords(query);
      const items = await swept(workspace, (tenant) =>
        select(
          tenant,
          `where workspace = $1 and expires_at > $2 and ($3::text is null or person = $3)
             and ($4::text is null or agent = $4) and ($5::text is null or status = $5)
             and ($6 or words @@ $7::tsquery)
             and ($8::text is null or (created_at, id collate "C") < (select b.created_at, b.id collate "C"
               from memory_item b where b.workspace = $1 and b.id = $8))
           order by created_at desc, id collate "C" desc limit $9`,
          [
            ...[workspace, now(), person, agent ?? null, status ?? null],
            ...[wanted.length === 0, anyOf(wanted), before ?? null, limit + 1],
          ],
        ),
      );
      const page = items.slice(0, limit);
      return { items: page, next: items.length > limit ? (page.at(-1)?.id ?? null) : null };
    },

    memory: (workspace, id) =>
      swept(workspace, async (tenant) => (await byId(tenant, workspace, id))[0] ?? null),

    review: (workspace, id, how, by) =>
      swept(workspace, async (tenant) => {
        const [item] = await byId(tenant, workspace, id, 'for update');
        if (item === undefined) return { kind: 'unknown' };
        const after = reviewed(item, how, by, powers.now());
        if (typeof after === 'string') return { kind: 'unfit', why: after };
        await updateItem(tenant, workspace, after);
        const entry = memoryChanged(CHANGES[how], { memory: id, by });
        await append(tenant, workspace, [entry], powers);
        return { kind: 'done', item: after };
      }),

    edit: (workspace, id, text, by) =>
      swept(workspace, async (tenant) => {
        const [old] = await byId(tenant, workspace, id, 'for update');
        if (old === undefined) return { kind: 'unknown' };
        const why = uneditable(old, powers.now());
        if (why !== null) return { kind: 'unfit', why };
        const { item, gone, entry } = editedItem(old, text, by, powers);
        if (gone !== null) await updateItem(tenant, workspace, gone);
        await insertItem(tenant, workspace, item);
        await append(tenant, workspace, [entry], powers);
        return { kind: 'done', item };
      }),

    rollbackPlan: (workspace, wish) =>
      swept(workspace, (tenant) => planOf(tenant, workspace, wish, powers.now())),

    rollBack: (workspace, wish, expected, by) =>
      swept(workspace, async (tenant) => {
        // All of them, so that whoever writes from one of them waits and then takes part in the rollback.
        await tenant.query('select from memory_item where workspace = $1 order by id for update', [
          workspace,
        ]);
        const plan = await planOf(tenant, workspace, wish, powers.now());
        const outcome = rollbackOf(plan, wish, expected, by, powers);
        if (outcome === null) return { kind: 'changed', plan };
        for (const item of outcome.items) await updateItem(tenant, workspace, item);
        await append(tenant, workspace, [outcome.entry], powers);
        return { kind: 'done', rollback: outcome.rollback, items: outcome.items };
      }),

    restoreRollback: (workspace, rollback, person, by) =>
      swept(workspace, async (tenant) => {
        const found = await select(
          tenant,
          `where workspace = $1 and rollback = $2 and ($3::text is null or person = $3)
             order by created_at, id for update`,
          [workspace, rollback, person],
        );
        const restored = found
          .map((item) => reviewed(item, 'restore', by, powers.now()))
          .filter((after) => typeof after !== 'string');
        if (restored.length === 0) return [];
        for (const item of restored) await updateItem(tenant, workspace, item);
        const ref = { memory: null, by, rollback, items: restored.length };
        await append(tenant, workspace, [memoryChanged('restored', ref)], powers);
        return restored;
      }),
  };
}

/** Of one place; parameters 1 to 4 are workspace, person, agent and the time. */
const IN_PLACE = 'where m.workspace = $1 and m.person = $2 and m.agent = $3';

/** What a search of the place gives: the condition of `isRead` and `hides`. */
const READ = `m.status in ('active', 'waiting') and m.text is not null and m.expires_at > $4
  and not exists (select from memory_item n where n.workspace = m.workspace and n.supersedes = m.id
    and case n.status when 'forgotten' then n.before else n.status end = any (
      case when m.tainted then array['active', 'waiting'] else array['active'] end))`;

async function select(tenant: Tenant, rest: string, values: readonly unknown[]) {
  const text = `select ${COLUMNS} from memory_item m ${rest}`;
  return (await tenant.query<Row>(text, [...values])).rows.map(itemOf);
}

function byId(tenant: Tenant, workspace: string, id: string, lock: '' | 'for update' = '') {
  return select(tenant, `where workspace = $1 and id = $2 ${lock}`, [workspace, id]);
}

async function planOf(
  tenant: Tenant,
  workspace: string,
  { source, person }: RollbackWish,
  at: number,
): Promise<RollbackPlan> {
  const items: readonly MemoryItem[] = await select(
    tenant,
    `where workspace = $1 and ($2::text is null or person = $2) order by created_at, id collate "C"`,
    [workspace, person],
  );
  return takeable(derivedFrom(items, source), at);
}

/** A query for any of the words. They hold letters and digits alone. */
function anyOf(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(' | ');
}

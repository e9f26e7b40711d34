import type {
  IdPowers,
  LogLeaf,
  PermissionUse,
  PermissionView,
  StandingPermission,
} from '@countersign/contract';
import type pg from 'pg';
import { assertLimit } from '../config/limit.ts';
import { append } from '../config/postgres-append.ts';
import { inWorkspace, readRows, type Tenant } from '../postgres/tenant.ts';
import { parsed } from '../rows.ts';
import type { PermissionStore } from './port.ts';
import {
  assertPermission,
  assertRoom,
  type Content,
  making,
  mayRestore,
  permissionChanged,
  permissionOf,
  standingOf,
} from './shape.ts';

/** Permissions in Postgres, under row-level security; every change appends its ledger entry. */
export function createPostgresPermissionStore(pool: pg.Pool, powers: IdPowers): PermissionStore {
  const read = async (workspace: string, rest: string, values: readonly unknown[]) =>
    (await readRows<Row>(pool, workspace, `${WITH_USES} ${rest}`, [workspace, ...values])).map(
      viewOf,
    );
  return {
    permissions: async (workspace, limit) => {
      assertLimit(limit);
      return read(workspace, 'order by created_at desc, p.id collate "C" desc limit $2', [limit]);
    },
    permission: async (workspace, id) => (await read(workspace, 'and p.id = $2', [id]))[0] ?? null,
    standing: async (workspace) => {
      const now = powers.now();
      const rows = await readRows<Row>(
        pool,
        workspace,
        `select ${COLUMNS}, 0 as uses, null as last_used from permission p where workspace = $1
           and revoked_at is null and content is not null and expires_at > $2
           order by created_at, id collate "C"`,
        [workspace, new Date(now)],
      );
      return rows.flatMap((row) => standingOf(viewOf(row), now) ?? []);
    },
    uses: async (workspace, id, limit) => {
      assertLimit(limit);
      const rows = await readRows<{ index: string; leaf: string }>(
        pool,
        workspace,
        `select index, leaf from log_entry where workspace = $1 and ${PERMITTED}
           and leaf::jsonb->'ref'->'permissions' ? $2 order by index desc limit $3`,
        [workspace, id, limit],
      );
      return rows.map(useOf);
    },

    makePermissions: (workspace, drafts, by) =>
      inWorkspace(pool, workspace, async (tenant) => {
        for (const draft of drafts) assertPermission(draft);
        const made = drafts.map((draft) => permissionOf(draft, by, powers));
        const commits = made.map((one, at) => making(one, drafts[at]?.asked?.run ?? null));
        const entries = commits.flatMap((one) => one.entries);
        const accounts = commits.flatMap((one) => one.accounts);
        // First, since it lets the changes of a workspace take turns: those counted after it are all there are.
        await append(tenant, workspace, entries, powers, accounts);
        const { rows } = await tenant.query<{ standing: string }>(
          `select count(*) as standing from permission where workspace = $1
             and revoked_at is null and content is not null and expires_at > $2`,
          [workspace, new Date(powers.now())],
        );
        assertRoom(Number(rows[0]?.standing), made.length);
        for (const one of made) await insert(tenant, workspace, one);
        return made;
      }),

    revokePermission: (workspace, id, by) =>
      inWorkspace(pool, workspace, async (tenant) => {
        const { rowCount } = await tenant.query(
          `update permission set revoked_at = $3, revoked_by = $4
             where workspace = $1 and id = $2 and revoked_at is null`,
          [workspace, id, new Date(powers.now()), by],
        );
        if (rowCount === 0) return false;
        await append(tenant, workspace, [permissionChanged('revoked', id, by)], powers);
        return true;
      }),

    restorePermission: (workspace, id, by) =>
      inWorkspace(pool, workspace, async (tenant) => {
        const { rows } = await tenant.query<Row>(
          `select ${COLUMNS}, 0 as uses, null as last_used from permission p
             where workspace = $1 and id = $2 for update`,
          [workspace, id],
        );
        if (rows[0] === undefined || !mayRestore(viewOf(rows[0]), by, powers.now())) return false;
        await tenant.query(
          'update permission set revoked_at = null, revoked_by = null where workspace = $1 and id = $2',
          [workspace, id],
        );
        await append(tenant, workspace, [permissionChanged('restored', id, by)], powers);
        return true;
      }),
  };
}

const COLUMNS = `p.id, p.agent, p.action, p.connection, p.content, p.question, p.created_at, p.created_by,
  p.expires_at, p.revoked_at, p.revoked_by`;

/** The condition of the partial index over intents that a permission let pass. */
const PERMITTED = String.raw`leaf like '%"permissions":["prm\_%'`;

const WITH_USES = `with used as (
    select id, count(*) as uses, max((leaf::jsonb->>'time')::bigint) as last_used
    from log_entry, jsonb_array_elements_text(leaf::jsonb->'ref'->'permissions') as id
    where workspace = $1 and ${PERMITTED} group by id)
  select ${COLUMNS}, coalesce(u.uses, 0) as uses, u.last_used
  from permission p left join used u on u.id = p.id where p.workspace = $1`;

interface Row {
  readonly id: string;
  readonly agent: string;
  readonly action: string;
  readonly connection: string | null;
  readonly content: string | null;
  readonly question: string | null;
  readonly created_at: Date;
  readonly created_by: string;
  readonly expires_at: Date;
  readonly revoked_at: Date | null;
  readonly revoked_by: string | null;
  readonly uses: string;
  readonly last_used: string | null;
}

function viewOf(row: Row): PermissionView {
  const { id, agent, action, connection, question } = row;
  const content = row.content === null ? null : parsed<Content>(row.content);
  return {
    ...{ id, agent, action, connection, question },
    ...(content ?? { pointer: null, allows: null, weekly: null }),
    createdAt: row.created_at.getTime(),
    createdBy: row.created_by,
    expiresAt: row.expires_at.getTime(),
    revokedAt: row.revoked_at?.getTime() ?? null,
    revokedBy: row.revoked_by,
    uses: Number(row.uses),
    lastUsedAt: row.last_used === null ? null : Number(row.last_used),
  };
}

function useOf({ index, leaf: text }: { index: string; leaf: string }): PermissionUse {
  const leaf = parsed<LogLeaf>(text);
  const action = String(leaf.ref['action'] ?? '');
  return {
    index: Number(index),
    run: leaf.run ?? '',
    call: leaf.call ?? '',
    action,
    at: leaf.time,
  };
}

async function insert(tenant: Tenant, workspace: string, one: StandingPermission): Promise<void> {
  const { pointer, allows, weekly } = one;
  await tenant.query(
    `insert into permission (workspace, id, agent, action, connection, content, question,
       created_at, created_by, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      ...[workspace, one.id, one.agent, one.action, one.connection],
      ...[JSON.stringify({ pointer, allows, weekly }), one.question],
      ...[new Date(one.createdAt), one.createdBy, new Date(one.expiresAt)],
    ],
  );
}

import type {
  AgentDefinition,
  AgentRecord,
  AgentSnapshot,
  ConfigStore,
  IdPowers,
} from '@countersign/contract';
import type pg from 'pg';
import { inWorkspace, readRows, type Tenant } from '../postgres/tenant.ts';
import { agentPublished } from './changes.ts';
import { storeFault } from './errors.ts';
import { append } from './postgres-append.ts';
import { assertDraft, assertSnapshot } from './shape.ts';

type Agents = Pick<ConfigStore, 'agents' | 'agent' | 'saveDraft' | 'publish' | 'version'>;

/** Agents' drafts and versions, in Postgres. */
export function createPostgresAgents(pool: pg.Pool, powers: IdPowers): Agents {
  return {
    agents: (workspace) =>
      readRows<AgentRow>(
        pool,
        workspace,
        'select * from agent where workspace = $1 order by id collate "C"',
        [workspace],
      ).then((rows) => rows.map(recordOf)),

    agent: (workspace, id) =>
      readRows<AgentRow>(pool, workspace, 'select * from agent where workspace = $1 and id = $2', [
        workspace,
        id,
      ]).then((rows) => (rows[0] === undefined ? null : recordOf(rows[0]))),

    async saveDraft(workspace, id, draft, revision, by) {
      assertDraft(id, draft);
      return inWorkspace(pool, workspace, async (tenant) => {
        const now = new Date(powers.now());
        const values = [workspace, id, JSON.stringify(draft), now, by];
        const saved =
          revision === 0
            ? await insertDraft(tenant, values)
            : await updateDraft(tenant, [...values, revision]);
        if (saved) return { kind: 'saved' as const, revision: revision + 1 };
        return { kind: 'conflict' as const, revision: await revisionOf(tenant, workspace, id) };
      });
    },

    async publish(workspace, snapshot, by) {
      assertSnapshot(snapshot);
      await inWorkspace(pool, workspace, async (tenant) => {
        await append(tenant, workspace, [agentPublished(snapshot, by)], powers);
        const { id, version } = snapshot;
        const now = new Date(powers.now());
        const bumped = await tenant.query(
          `update agent set published_version = $3, updated_at = $4, updated_by = $5
           where workspace = $1 and id = $2 and published_version = $3 - 1`,
          [workspace, id, version, now, by],
        );
        if (bumped.rowCount === 0) throw await notPublished(tenant, workspace, id);
        await tenant.query(
          `insert into agent_version (workspace, agent, version, snapshot, published_at, published_by)
           values ($1, $2, $3, $4, $5, $6)`,
          [workspace, id, version, JSON.stringify(snapshot), now, by],
        );
      });
    },

    version: (workspace, id, version) =>
      readRows<{ snapshot: AgentSnapshot }>(
        pool,
        workspace,
        'select snapshot from agent_version where workspace = $1 and agent = $2 and version = $3',
        [workspace, id, version],
      ).then((rows) => rows[0]?.snapshot ?? null),
  };
}

interface AgentRow {
  readonly workspace: string;
  readonly id: string;
  readonly draft: AgentDefinition;
  readonly revision: number;
  readonly published_version: number;
  readonly updated_at: Date;
}

function recordOf(row: AgentRow): AgentRecord {
  const { workspace, id, draft, revision } = row;
  return {
    ...{ workspace, id, draft, revision },
    publishedVersion: row.published_version,
    updatedAt: row.updated_at.getTime(),
  };
}

async function insertDraft(tenant: Tenant, values: readonly unknown[]): Promise<boolean> {
  const made = await tenant.query(
    `insert into agent (workspace, id, draft, revision, updated_at, updated_by)
     values ($1, $2, $3, 1, $4, $5) on conflict do nothing`,
    [...values],
  );
  return made.rowCount === 1;
}

async function updateDraft(tenant: Tenant, values: readonly unknown[]): Promise<boolean> {
  const changed = await tenant.query(
    `update agent set draft = $3, revision = revision + 1, updated_at = $4, updated_by = $5
     where workspace = $1 and id = $2 and revision = $6`,
    [...values],
  );
  return changed.rowCount === 1;
}

/** The revision that stands, 0 where there is no such agent. */
async function revisionOf(tenant: Tenant, workspace: string, id: string): Promise<number> {
  const { rows } = await tenant.query<{ revision: number }>(
    'select revision from agent where workspace = $1 and id = $2',
    [workspace, id],
  );
  return rows[0]?.revision ?? 0;
}

async function notPublished(tenant: Tenant, workspace: string, id: string) {
  const known = (await revisionOf(tenant, workspace, id)) > 0;
  return storeFault(known ? 'RECORD_VERSION_TAKEN' : 'RECORD_AGENT_UNKNOWN');
}

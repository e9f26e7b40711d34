import type {
  ConfigStore,
  Connection,
  IdPowers,
  NewSecret,
  SecretInfo,
} from '@countersign/contract';
import type pg from 'pg';
import { inWorkspace, readRows, type Tenant } from '../postgres/tenant.ts';
import { connectionChanged, secretChanged } from './changes.ts';
import { storeFault } from './errors.ts';
import { append } from './postgres-append.ts';
import { assertConnection, assertSecret } from './shape.ts';

type Connections = Pick<
  ConfigStore,
  'connections' | 'connection' | 'putConnection' | 'secrets' | 'putSecret'
>;

/** Connections and sealed secrets, in Postgres. This role writes sealed texts and cannot read them. */
export function createPostgresConnections(pool: pg.Pool, powers: IdPowers): Connections {
  return {
    connections: (workspace) =>
      readRows<Connection>(
        pool,
        workspace,
        `select id, workspace, name, config from connection where workspace = $1
           order by id collate "C"`,
        [workspace],
      ),

    connection: (workspace, id) =>
      readRows<Connection>(
        pool,
        workspace,
        'select id, workspace, name, config from connection where workspace = $1 and id = $2',
        [workspace, id],
      ).then((rows) => rows[0] ?? null),

    async putConnection(connection, by, secret) {
      assertConnection(connection);
      if (secret !== undefined) assertSecret(secret);
      const { id, workspace, name, config } = connection;
      await inWorkspace(pool, workspace, async (tenant) => {
        const changes = [
          connectionChanged(connection, by),
          ...(secret === undefined ? [] : [secretChanged(secret, by)]),
        ];
        await append(tenant, workspace, changes, powers);
        await tenant.query(
          `insert into connection (workspace, id, name, config, updated_at)
           values ($1, $2, $3, $4, $5)
           on conflict (workspace, id) do update
           set name = excluded.name, config = excluded.config, updated_at = excluded.updated_at`,
          [workspace, id, name, JSON.stringify(config), new Date(powers.now())],
        );
        if (secret !== undefined) await keepSecret(tenant, workspace, secret, by, powers.now());
      });
    },

    secrets: (workspace) =>
      readRows<SecretRow>(
        pool,
        workspace,
        `select distinct on (name collate "C") name, version, created_at, created_by
           from secret where workspace = $1 order by name collate "C", version desc`,
        [workspace],
      ).then((rows) => rows.map(infoOf)),

    async putSecret(workspace, secret, by) {
      assertSecret(secret);
      await inWorkspace(pool, workspace, async (tenant) => {
        await append(tenant, workspace, [secretChanged(secret, by)], powers);
        await keepSecret(tenant, workspace, secret, by, powers.now());
      });
    },
  };
}

async function keepSecret(
  tenant: Tenant,
  workspace: string,
  { name, version, sealed }: NewSecret,
  by: string,
  now: number,
): Promise<void> {
  const kept = await tenant.query(
    `insert into secret (workspace, name, version, sealed, created_at, created_by)
     select $1, $2, $3, $4, $5, $6 where $3 = 1 + coalesce(
       (select max(version) from secret where workspace = $1 and name = $2), 0)`,
    [workspace, name, version, JSON.stringify(sealed), new Date(now), by],
  );
  if (kept.rowCount === 0) throw storeFault('RECORD_VERSION_TAKEN');
}

interface SecretRow {
  readonly name: string;
  readonly version: number;
  readonly created_at: Date;
  readonly created_by: string;
}

function infoOf({ name, version, created_at, created_by }: SecretRow): SecretInfo {
  return { name, version, createdAt: created_at.getTime(), createdBy: created_by };
}

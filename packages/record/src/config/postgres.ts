import type { ConfigStore, IdPowers } from '@countersign/contract';
import type pg from 'pg';
import type { ConfigPowers, LimitStore, PolicyHistory } from './ports.ts';
import { createPostgresAgents } from './postgres-agents.ts';
import { createPostgresConnections } from './postgres-connections.ts';
import { createPostgresMembers } from './postgres-members.ts';
import { createPostgresPolicies } from './postgres-policies.ts';

/** A workspace's configuration in Postgres, under row-level security; every change appends its ledger entry. */
export function createPostgresConfigStore(
  pool: pg.Pool,
  powers: ConfigPowers & IdPowers,
): ConfigStore & LimitStore & PolicyHistory {
  return {
    ...createPostgresMembers(pool, powers),
    ...createPostgresAgents(pool, powers),
    ...createPostgresConnections(pool, powers),
    ...createPostgresPolicies(pool, powers),
  };
}

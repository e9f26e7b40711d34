import type { ConfigStore, IdPowers, PolicyStore } from '@countersign/contract';
import type pg from 'pg';
import type { ConfigPowers, LimitStore } from './ports.ts';
import { createPostgresAgents } from './postgres-agents.ts';
import { createPostgresConnections } from './postgres-connections.ts';
import { createPostgresLimits } from './postgres-limits.ts';
import { createPostgresMembers } from './postgres-members.ts';
import { createPostgresPolicies } from './postgres-policies.ts';
import { createPostgresProposals } from './postgres-proposals.ts';

/** A workspace's configuration in Postgres, under row-level security; every change appends its ledger entry. */
export function createPostgresConfigStore(
  pool: pg.Pool,
  powers: ConfigPowers & IdPowers,
): ConfigStore & LimitStore & PolicyStore {
  return {
    ...createPostgresMembers(pool, powers),
    ...createPostgresAgents(pool, powers),
    ...createPostgresConnections(pool, powers),
    ...createPostgresPolicies(pool, powers),
    ...createPostgresProposals(pool, powers),
    ...createPostgresLimits(pool, powers),
  };
}

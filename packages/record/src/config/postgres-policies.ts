import type { Amounts, ConfigStore, IdPowers, PolicySet } from '@countersign/contract';
import type pg from 'pg';
import { inWorkspace, readRows } from '../postgres/tenant.ts';
import { budgetChanged, policyChanged } from './changes.ts';
import type { ConfigPowers, LimitStore, PolicyHistory } from './ports.ts';
import { append } from './postgres-append.ts';
import { assertLimits, policyOf } from './shape.ts';

type Policies = Pick<ConfigStore, 'policy' | 'putPolicy'> & LimitStore & PolicyHistory;

/** Policy texts and limits, in Postgres. */
export function createPostgresPolicies(pool: pg.Pool, powers: ConfigPowers & IdPowers): Policies {
  return {
    policy: (workspace) =>
      readRows<PolicySet>(
        pool,
        workspace,
        `select cedar, version from policy_version where workspace = $1
           order by number desc limit 1`,
        [workspace],
      ).then((rows) => rows[0] ?? policyOf(powers.defaultPolicy)),

    async putPolicy(workspace, { cedar }, by) {
      const policy = policyOf(cedar);
      await inWorkspace(pool, workspace, async (tenant) => {
        await append(tenant, workspace, [policyChanged(policy, by)], powers);
        await tenant.query(
          `insert into policy_version (workspace, number, version, cedar, written_at, written_by)
           select $1, 1 + coalesce(max(number), 0), $2, $3, $4, $5
           from policy_version where workspace = $1`,
          [workspace, policy.version, cedar, new Date(powers.now()), by],
        );
      });
      return policy;
    },

    policyHistory: (workspace) =>
      readRows<{ version: string; by: string; at: Date }>(
        pool,
        workspace,
        `select version, written_by as by, written_at as at from policy_version
           where workspace = $1 order by number desc`,
        [workspace],
      ).then((rows) => rows.map(({ version, by, at }) => ({ version, by, at: at.getTime() }))),

    limits: (workspace) =>
      readRows<LimitsRow>(
        pool,
        workspace,
        `select account, limits, updated_at, updated_by from budget_limit where workspace = $1
           order by account collate "C"`,
        [workspace],
      ).then((rows) =>
        rows.map(({ account, limits, updated_at, updated_by }) => ({
          account,
          limits,
          updatedAt: updated_at.getTime(),
          updatedBy: updated_by,
        })),
      ),

    async putLimits(workspace, account, limits, by) {
      assertLimits(workspace, account, limits);
      const entry = budgetChanged(account, limits, by);
      await inWorkspace(pool, workspace, async (tenant) => {
        await append(tenant, workspace, [entry], powers, [{ id: account, limits }]);
        await tenant.query(
          `insert into budget_limit (workspace, account, limits, updated_at, updated_by)
           values ($1, $2, $3, $4, $5)
           on conflict (workspace, account) do update set limits = excluded.limits,
             updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
          [workspace, account, JSON.stringify(limits), new Date(powers.now()), by],
        );
      });
    },
  };
}

interface LimitsRow {
  readonly account: string;
  readonly limits: Amounts;
  readonly updated_at: Date;
  readonly updated_by: string;
}

import type { Amounts, IdPowers } from '@countersign/contract';
import type pg from 'pg';
import { inWorkspace, readRows } from '../postgres/tenant.ts';
import { budgetChanged } from './changes.ts';
import type { ConfigPowers, LimitStore } from './ports.ts';
import { append } from './postgres-append.ts';
import { assertLimits } from './shape.ts';

/** Limits, in Postgres. */
export function createPostgresLimits(pool: pg.Pool, powers: ConfigPowers & IdPowers): LimitStore {
  return {
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

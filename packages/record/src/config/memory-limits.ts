import { cells } from './cells.ts';
import { budgetChanged } from './changes.ts';
import { append, type Committer } from './memory-append.ts';
import type { AccountLimits, ConfigPowers, LimitStore } from './ports.ts';
import { assertLimits } from './shape.ts';
import type { createTurns } from './turns.ts';

/** Limits, in memory. */
export function createMemoryLimits(
  record: Committer,
  inTurn: ReturnType<typeof createTurns>,
  powers: ConfigPowers,
): LimitStore {
  const limits = cells<AccountLimits>();
  return {
    async limits(workspace) {
      return limits.all(workspace).sort((a, b) => (a.account < b.account ? -1 : 1));
    },
    putLimits: (workspace, account, wanted, by) =>
      inTurn(async () => {
        assertLimits(workspace, account, wanted);
        const accounts = [{ id: account, limits: wanted }];
        await append(record, workspace, [budgetChanged(account, wanted, by)], accounts);
        limits.set(workspace, account, {
          account,
          limits: wanted,
          updatedAt: powers.now(),
          updatedBy: by,
        });
      }),
  };
}

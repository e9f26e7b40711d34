import type { ConfigStore, PolicySet } from '@countersign/contract';
import { cells } from './cells.ts';
import { budgetChanged, policyChanged } from './changes.ts';
import { append, type Committer } from './memory-append.ts';
import type {
  AccountLimits,
  ConfigPowers,
  LimitStore,
  PolicyHistory,
  PolicyVersion,
} from './ports.ts';
import { assertLimits, policyOf } from './shape.ts';
import type { createTurns } from './turns.ts';

type Policies = Pick<ConfigStore, 'policy' | 'putPolicy'> & LimitStore & PolicyHistory;

/** Policy texts and limits, in memory. */
export function createMemoryPolicies(
  record: Committer,
  inTurn: ReturnType<typeof createTurns>,
  powers: ConfigPowers,
): Policies {
  const policies = cells<PolicySet & PolicyVersion>();
  const limits = cells<AccountLimits>();
  return {
    async policy(workspace) {
      const newest = policies.all(workspace).at(-1);
      if (newest === undefined) return policyOf(powers.defaultPolicy);
      return { cedar: newest.cedar, version: newest.version };
    },
    putPolicy: (workspace, { cedar }, by) =>
      inTurn(async () => {
        const policy = policyOf(cedar);
        await append(record, workspace, [policyChanged(policy, by)]);
        const number = policies.all(workspace).length + 1;
        policies.set(workspace, String(number), { ...policy, by, at: powers.now() });
        return policy;
      }),
    async policyHistory(workspace) {
      return policies
        .all(workspace)
        .map(({ version, by, at }) => ({ version, by, at }))
        .reverse();
    },
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

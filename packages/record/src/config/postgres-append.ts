import { type Commit, type EntryInput, type IdPowers, must } from '@countersign/contract';
import { commitWithin } from '../postgres/commit-within.ts';
import type { Tenant } from '../postgres/tenant.ts';

/**
 * Appends the entries of one change to the ledger, in the change's own transaction.
 *
 * Call it first: it locks the head of the workspace's log until the transaction ends, so changes of one
 * workspace take turns, each sees all before it, and their order is the ledger's. What is done after it must be
 * short, since runs of the workspace wait meanwhile.
 */
export async function append(
  tenant: Tenant,
  workspace: string,
  entries: readonly EntryInput[],
  powers: IdPowers,
  accounts: NonNullable<Commit['accounts']> = [],
): Promise<void> {
  const committed = await commitWithin(tenant, powers, { workspace, entries, accounts });
  must(committed.kind === 'committed' ? committed : null, 'nothing can refuse a change of entries');
}

import type { Commit, Committed, IdPowers } from '@countersign/contract';
import { must } from '@countersign/contract';
import { type CommitAnswer, commitStatement, committedOf } from '../commit/encode.ts';
import { prepareCommit } from '../commit/prepare.ts';
import type { Tenant } from './tenant.ts';

/**
 * Commits as part of a tenant's transaction: together with its other changes, or not at all. It locks the
 * workspace's log until the transaction ends, so it belongs at the end of it.
 */
export async function commitWithin(
  tenant: Tenant,
  powers: IdPowers,
  commit: Commit,
): Promise<Committed> {
  const statement = commitStatement(commit.workspace, [prepareCommit(commit, powers)], false);
  const { rows } = await tenant.query<{ answers: CommitAnswer[] }>({
    ...statement,
    values: [...statement.values],
  });
  const answers = must(rows[0], 'a function gives a row').answers;
  return committedOf(must(answers[0], 'one commit has one answer'));
}

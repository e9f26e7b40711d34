import { Fault, must } from '@countersign/contract';
import type pg from 'pg';
import { type CommitAnswer, commitStatement } from '../commit/encode.ts';
import type { PreparedCommit } from '../commit/prepare.ts';
import { recordFault } from '../errors.ts';
import { asRecordFault, errorCode, isSurelyRolledBack } from './faults.ts';

/** What became of one commit of a batch. */
export type Sent = CommitAnswer | Fault;

/** Milliseconds between tries to learn what became of a batch whose answer was lost. */
const WAITS = [20, 100, 300, 1_000, 2_000, 4_000, 8_000] as const;

/** Milliseconds a commit may take before its connection is given up. */
const LONGEST = 30_000;

/**
 * Sends commits of one workspace as one transaction, and learns what became of each. A lost answer is looked
 * up, so that nothing is committed twice; where Postgres refused the transaction for one of them, each is sent
 * alone, so that it does not take the others along.
 */
export async function sendCommits(
  powers: { readonly pool: pg.Pool; pause(ms: number): Promise<void> },
  workspace: string,
  commits: readonly PreparedCommit[],
): Promise<readonly Sent[]> {
  let again = false;
  for (let attempt = 0; ; attempt++) {
    try {
      return await attemptOnce(powers.pool, workspace, commits, again);
    } catch (thrown) {
      if (isSurelyRolledBack(thrown)) {
        if (commits.length > 1 && isOfOne(thrown)) return sendEach(powers, workspace, commits);
        const fault = refusal(thrown);
        return commits.map(() => fault);
      }
      again ||= thrown instanceof AnswerLost;
      const wait = WAITS[attempt];
      if (!again || wait === undefined) {
        const fault = again
          ? recordFault('RECORD_COMMIT_UNKNOWN', { cause: thrown })
          : must(asFault(thrown), 'what is thrown before a commit is sent is a fault');
        return commits.map(() => fault);
      }
      await powers.pause(wait);
    }
  }
}

async function sendEach(
  powers: Parameters<typeof sendCommits>[0],
  workspace: string,
  commits: readonly PreparedCommit[],
): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  for (const commit of commits) sent.push(...(await sendCommits(powers, workspace, [commit])));
  return sent;
}

/** The statement was on its way when the connection was lost: it may have been committed. */
class AnswerLost extends Error {
  override readonly name = 'AnswerLost';
}

async function attemptOnce(
  pool: pg.Pool,
  workspace: string,
  commits: readonly PreparedCommit[],
  again: boolean,
): Promise<readonly CommitAnswer[]> {
  const statement = commitStatement(workspace, commits, again);
  const client = await pool.connect();
  // An error outside of a query would otherwise end the process; the query rejects as well.
  const ignore = () => undefined;
  client.on('error', ignore);
  let broken = true;
  try {
    const { rows } = await client.query<{ answers: CommitAnswer[] }>({
      ...statement,
      values: [...statement.values],
      // The driver takes it per query, though its types do not say so.
      query_timeout: LONGEST,
    } as pg.QueryConfig);
    broken = false;
    return must(rows[0], 'a function gives a row').answers;
  } catch (cause) {
    if (isSurelyRolledBack(cause)) {
      broken = false;
      throw cause;
    }
    throw new AnswerLost('the answer to a commit was lost', { cause });
  } finally {
    client.off('error', ignore);
    client.release(broken);
  }
}

/** Errors that one item may have caused: its data, a constraint, or rows that somebody else held. */
function isOfOne(thrown: unknown): boolean {
  return /^(22|23|40|P0)/.test(errorCode(thrown) ?? '');
}

function refusal(thrown: unknown): Fault {
  const about = { cause: thrown, details: { sqlState: errorCode(thrown) ?? null } };
  return /^(22|23|P0)/.test(errorCode(thrown) ?? '')
    ? recordFault('RECORD_COMMIT_INVALID', about)
    : recordFault('RECORD_DATABASE_REFUSED', about);
}

function asFault(thrown: unknown): Fault | null {
  const known = asRecordFault(thrown);
  return Fault.is(known) ? known : recordFault('RECORD_DATABASE_DOWN', { cause: thrown });
}

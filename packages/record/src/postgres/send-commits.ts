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

/** Tries of a transaction that lost a deadlock. */
const PASSING_TRIES = 3;

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
  let lost = false;
  for (let attempt = 0; ; attempt++) {
    const sending = await attemptOnce(powers.pool, workspace, commits, lost);
    switch (sending.kind) {
      case 'answered':
        return sending.answers;
      case 'refused':
        if (isPassing(sending.cause) && attempt < PASSING_TRIES) break;
        if (commits.length > 1 && isOfOne(sending.cause))
          return sendEach(powers, workspace, commits);
        return commits.map(() => refusal(sending.cause));
      case 'unsent':
        if (!lost) return commits.map(() => away(sending.cause));
        break;
      case 'lost':
        lost = true;
    }
    const wait = WAITS[attempt];
    if (wait === undefined) {
      return commits.map(() => recordFault('RECORD_COMMIT_UNKNOWN', { cause: sending.cause }));
    }
    await powers.pause(wait);
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

/** What came of sending a statement. `refused` is surely rolled back; `lost` may have been committed. */
type Sending =
  | { readonly kind: 'answered'; readonly answers: readonly CommitAnswer[] }
  | { readonly kind: 'refused' | 'unsent' | 'lost'; readonly cause: unknown };

async function attemptOnce(
  pool: pg.Pool,
  workspace: string,
  commits: readonly PreparedCommit[],
  again: boolean,
): Promise<Sending> {
  let client: pg.PoolClient;
  try {
    client = await pool.connect();
  } catch (cause) {
    return { kind: 'unsent', cause };
  }
  // An error outside of a query would otherwise end the process; the query rejects as well.
  const ignore = () => undefined;
  client.on('error', ignore);
  let sending: Sending;
  try {
    await replanned(client);
    const statement = commitStatement(workspace, commits, again);
    const { rows } = await client.query<{ answers: CommitAnswer[] }>({
      ...statement,
      values: [...statement.values],
      // The driver takes it per query, though its types do not say so.
      query_timeout: LONGEST,
    } as pg.QueryConfig);
    sending = { kind: 'answered', answers: must(rows[0], 'a function gives a row').answers };
  } catch (cause) {
    sending = { kind: isSurelyRolledBack(cause) ? 'refused' : 'lost', cause };
  }
  client.off('error', ignore);
  // A connection in doubt is closed, not used again.
  client.release(sending.kind === 'lost');
  return sending;
}

/** Commits that a connection has sent. */
const sentBy = new WeakMap<pg.PoolClient, number>();

/** Commits after which a connection plans its statements anew. */
const REPLANNED = 256;

/**
 * Lets a connection plan its statements anew now and then. What it planned while the tables were small it would keep:
 * for so few rows any index does, also one that reads a whole workspace for each run that is looked up.
 */
async function replanned(client: pg.PoolClient): Promise<void> {
  const sent = (sentBy.get(client) ?? 0) + 1;
  sentBy.set(client, sent);
  if (sent % REPLANNED === 0) await client.query('discard plans');
}

/** A deadlock, or a conflict of transactions: the same again may well succeed. */
function isPassing(thrown: unknown): boolean {
  return /^40/.test(errorCode(thrown) ?? '');
}

/** Errors that one item may have caused: its data, or a constraint. */
function isOfOne(thrown: unknown): boolean {
  return /^(22|23|P0)/.test(errorCode(thrown) ?? '');
}

function refusal(thrown: unknown): Fault {
  const about = { cause: thrown, details: { sqlState: errorCode(thrown) ?? null } };
  return /^(22|23|P0)/.test(errorCode(thrown) ?? '')
    ? recordFault('RECORD_COMMIT_INVALID', about)
    : recordFault('RECORD_DATABASE_REFUSED', about);
}

/** Nothing was sent: it may be tried again. */
function away(cause: unknown): Fault {
  const known = asRecordFault(cause);
  return Fault.is(known) ? known : recordFault('RECORD_DATABASE_DOWN', { cause });
}

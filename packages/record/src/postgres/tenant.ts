import { Bug } from '@countersign/contract';
import pg from 'pg';
import { checkedName } from '../commit/names.ts';
import { recordFault } from '../errors.ts';
import { asRecordFault, isSurelyRolledBack } from './faults.ts';

/** What a tenant's transaction may do: statements, and nothing that ends it. */
export type Tenant = Pick<pg.PoolClient, 'query'>;

/**
 * Runs `work` in one transaction in which row-level security shows this workspace alone. What it throws
 * rolls everything back.
 *
 * @throws faults `RECORD_NAME_INVALID` for what can be no workspace, `RECORD_VALUE_UNSTORABLE` where the work gives
 * Postgres a zero character, `RECORD_DATABASE_DOWN` where the database does not answer, and `RECORD_COMMIT_UNKNOWN` where it
 * was lost just as it committed.
 */
export function inWorkspace<T>(
  pool: pg.Pool,
  workspace: string,
  work: (tenant: Tenant) => Promise<T>,
): Promise<T> {
  return transaction(pool, 'begin isolation level read committed', workspace, work);
}

/** Like {@link inWorkspace}, but for reading alone, and all of one moment however long it takes. */
export function inSnapshot<T>(
  pool: pg.Pool,
  workspace: string,
  work: (tenant: Tenant) => Promise<T>,
): Promise<T> {
  return transaction(pool, 'begin isolation level repeatable read read only', workspace, work);
}

/**
 * The rows of one statement in which row-level security shows this workspace alone. Nothing is changed. Its
 * transaction is begun and ended in the same round trip.
 *
 * @throws faults `RECORD_NAME_INVALID` for what can be no workspace, `RECORD_VALUE_UNSTORABLE` where a value holds a zero
 * character, `RECORD_DATABASE_DOWN` where the database does not answer.
 */
export async function readRows<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  workspace: string,
  text: string,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const setting = setWorkspace(checkedName(workspace, 'workspace'));
  return borrowed(pool, async (client, lose) => {
    // Where it could not be begun, the statement sees no workspace at all, and the failure is thrown.
    const around = [client.query(`begin isolation level read committed read only; ${setting}`)];
    const read = client.query<Row>(text, [...values]);
    around.push(client.query('commit'));
    const [settled] = await Promise.allSettled([read, ...around]);
    await Promise.all(around).catch((error: Error) => {
      lose(error);
      throw error;
    });
    if (settled.status === 'rejected') throw settled.reason;
    return settled.value.rows;
  });
}

async function transaction<T>(
  pool: pg.Pool,
  begin: string,
  workspace: string,
  work: (tenant: Tenant) => Promise<T>,
): Promise<T> {
  const setting = setWorkspace(checkedName(workspace, 'workspace'));
  return borrowed(pool, async (client, lose) => {
    let committing = false;
    try {
      await client.query(`${begin}; ${setting}`);
      const result = await work(client);
      committing = !begin.includes('read only');
      const { command } = await client.query('commit');
      committing = false;
      // Postgres answers the commit of a transaction in which a statement failed by rolling it back, without an error.
      if (command !== 'COMMIT') throw new Bug('work passed over the failure of a statement');
      return result;
    } catch (thrown) {
      await client.query('rollback').catch(lose);
      if (committing && !isSurelyRolledBack(thrown)) {
        throw recordFault('RECORD_COMMIT_UNKNOWN', { cause: thrown });
      }
      throw thrown;
    }
  });
}

/**
 * Lends a connection, and takes it back. One in doubt, of which `lose` was told, is closed and not used again: another
 * tenant's transaction must start clean.
 */
async function borrowed<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, lose: (error: Error) => void) => Promise<T>,
): Promise<T> {
  const client = await connect(pool);
  let lost: Error | undefined;
  const lose = (error: Error) => {
    lost = error;
  };
  client.on('error', lose);
  try {
    return await work(client, lose);
  } catch (thrown) {
    throw asRecordFault(thrown);
  } finally {
    client.off('error', lose);
    client.release(lost);
  }
}

/** The statement that carries the tenant into a transaction, as text, so that it can travel with `begin`. */
function setWorkspace(workspace: string): string {
  return `select set_config('app.workspace', ${pg.escapeLiteral(workspace)}, true)`;
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (thrown) {
    throw asRecordFault(thrown);
  }
}

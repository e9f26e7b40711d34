import { Fault } from '@countersign/contract';
import pg from 'pg';
import { storeFault } from '../config/errors.ts';
import { recordFault } from '../errors.ts';

/** Codes of the socket and of Postgres (SQLSTATE) that say: nobody answers there just now. */
const DOWN = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);

/** Codes of Postgres for what its texts cannot hold, and its jsonb cannot. */
const UNSTORABLE = new Set(['22021', '22P05']);

/** The SQLSTATE or socket code of a thrown error, or undefined. */
export function errorCode(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}

/**
 * Whether Postgres itself refused a statement, so that its transaction is surely rolled back. A lost
 * connection leaves that open: the commit may have happened. Codes alone do not tell: EPIPE has the form of an
 * SQLSTATE.
 */
export function isSurelyRolledBack(thrown: unknown): boolean {
  return thrown instanceof pg.DatabaseError && !/^(08|57|$)/.test(thrown.code ?? '');
}

/** A database error as one of this package's faults; anything else as it is. */
export function asRecordFault(thrown: unknown): unknown {
  if (Fault.is(thrown)) return thrown;
  const code = errorCode(thrown);
  const about = { cause: thrown, details: code === undefined ? {} : { code } };
  if (code === '28P01' || code === '28000') return recordFault('RECORD_DATABASE_LOGIN', about);
  if (code === '3D000') return recordFault('RECORD_DATABASE_MISSING', about);
  if (code !== undefined && UNSTORABLE.has(code)) {
    return storeFault('RECORD_VALUE_UNSTORABLE', {
      ...about,
      message:
        'An id or a text holds a zero character, which the database cannot hold; leave it out.',
    });
  }
  if ((code !== undefined && (DOWN.has(code) || code.startsWith('08'))) || isLost(thrown)) {
    return recordFault('RECORD_DATABASE_DOWN', about);
  }
  return thrown;
}

/** The driver has words, not codes, for a connection that ended under a query. */
function isLost(thrown: unknown): boolean {
  return (
    thrown instanceof Error &&
    /^Connection terminated|timeout exceeded|read timeout|not queryable/i.test(thrown.message)
  );
}

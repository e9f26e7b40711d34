import { Fault } from '@countersign/contract';
import pg from 'pg';
import { codeOf } from './error-code.ts';
import { fault, type LaunchCode } from './errors.ts';

/**
 * What went wrong with a database, as a fault of the launcher with the database's place in its sentence.
 * @param otherwise what it is when neither the record nor Postgres has a name for it; null for no fault at all
 */
export function databaseFault(
  thrown: unknown,
  url: string,
  otherwise: DatabaseCode | null = null,
): unknown {
  const code = codeFor(thrown) ?? otherwise;
  if (code === null) return thrown;
  return fault(code, {
    message: `${SENTENCES[code](placeOf(url))} ${reasonsOf(thrown)}`,
    cause: thrown,
  });
}

/** What every layer said, the outermost first. */
function reasonsOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const said = Fault.is(thrown) && thrown.details['migration'];
  const where = typeof said === 'string' ? ` (${said})` : '';
  const inner = thrown.cause === undefined ? '' : ` ${reasonsOf(thrown.cause)}`;
  return `${thrown.message}${where}${inner}`;
}

/** Host, port and name of a database, without user and password. */
export function placeOf(url: string): string {
  if (!URL.canParse(url)) return 'DATABASE_URL';
  const { hostname, port, pathname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? hostname;
  return `${host}:${port || '5432'}${pathname}`;
}

type DatabaseCode = Extract<LaunchCode, `LAUNCH_DATABASE_${string}` | 'LAUNCH_MIGRATION_FAILED'>;

const SENTENCES: Readonly<Record<DatabaseCode, (place: string) => string>> = {
  LAUNCH_DATABASE_DOWN: (place) =>
    `The database at ${place} does not answer. Start it or correct DATABASE_URL.`,
  LAUNCH_DATABASE_TOO_OLD: (place) => `The database at ${place} is too old.`,
  LAUNCH_DATABASE_NO_RIGHTS: (place) =>
    `The user of DATABASE_URL has too few rights on the database at ${place}: it must be able to sign in, and to create roles and schemas.`,
  LAUNCH_DATABASE_TAKEN: (place) => `Another installation uses the database at ${place}.`,
  LAUNCH_DATABASE_UNFIT: (place) => `The database at ${place} cannot be used.`,
  LAUNCH_DATABASE_NEWER: (place) => `The database at ${place} cannot be used.`,
  LAUNCH_MIGRATION_FAILED: (place) =>
    `The database at ${place} could not be brought up to date; nothing was changed.`,
};

const FROM_RECORD: Readonly<Record<string, DatabaseCode>> = {
  RECORD_DATABASE_DOWN: 'LAUNCH_DATABASE_DOWN',
  RECORD_DATABASE_LOGIN: 'LAUNCH_DATABASE_NO_RIGHTS',
  RECORD_DATABASE_RIGHTS: 'LAUNCH_DATABASE_NO_RIGHTS',
  RECORD_DATABASE_TOO_OLD: 'LAUNCH_DATABASE_TOO_OLD',
  RECORD_DATABASE_MISSING: 'LAUNCH_DATABASE_UNFIT',
  RECORD_DATABASE_ENCODING: 'LAUNCH_DATABASE_UNFIT',
  RECORD_ROLE_TOO_STRONG: 'LAUNCH_DATABASE_UNFIT',
  RECORD_SCHEMA_NEWER: 'LAUNCH_DATABASE_NEWER',
  RECORD_MIGRATION_FAILED: 'LAUNCH_MIGRATION_FAILED',
};

/** SQLSTATE codes that a person can do something about. */
const FROM_POSTGRES: Readonly<Record<string, DatabaseCode>> = {
  '28P01': 'LAUNCH_DATABASE_NO_RIGHTS',
  '28000': 'LAUNCH_DATABASE_NO_RIGHTS',
  '42501': 'LAUNCH_DATABASE_NO_RIGHTS',
  '3D000': 'LAUNCH_DATABASE_UNFIT',
};

const CONNECTION = /^E[A-Z]+_?[A-Z]* |connection terminated|timeout|timed out/i;

/** Null for what is no fault of the database's. */
function codeFor(thrown: unknown): DatabaseCode | null {
  if (Fault.is(thrown)) return FROM_RECORD[thrown.code] ?? null;
  if (thrown instanceof pg.DatabaseError) {
    const named = FROM_POSTGRES[thrown.code ?? ''];
    // Connection lost, too many of them, shutting down or starting up.
    return named ?? (/^(08|53|57)/.test(thrown.code ?? '') ? 'LAUNCH_DATABASE_DOWN' : null);
  }
  // The driver's own errors are those of the connection: refused, unknown host, timed out, cut off.
  return thrown instanceof Error && CONNECTION.test(`${codeOf(thrown) ?? ''} ${thrown.message}`)
    ? 'LAUNCH_DATABASE_DOWN'
    : null;
}

import { faultsOf } from '@countersign/contract';

/** Every fault this package throws. */
export const RECORD_ERRORS = {
  RECORD_DATABASE_DOWN: {
    kind: 'operational',
    retry: { afterMs: 1_000 },
    status: 503,
    says: 'The database does not answer; start it, or correct DATABASE_URL.',
  },
  RECORD_DATABASE_LOGIN: {
    kind: 'operational',
    retry: 'never',
    status: 503,
    says: 'The database refused the user or password of DATABASE_URL; correct it.',
  },
  RECORD_DATABASE_MISSING: {
    kind: 'operational',
    retry: 'never',
    status: 503,
    says: 'The database named in DATABASE_URL does not exist; create it, encoded as UTF8.',
  },
  RECORD_DATABASE_TOO_OLD: {
    kind: 'operational',
    retry: 'never',
    status: 503,
    says: 'The database server is older than PostgreSQL 15; use 15 or newer.',
  },
  RECORD_DATABASE_ENCODING: {
    kind: 'operational',
    retry: 'never',
    status: 503,
    says: 'The database is not encoded as UTF8; create one that is.',
  },
  RECORD_DATABASE_RIGHTS: {
    kind: 'operational',
    retry: 'never',
    status: 503,
    says: 'The user of DATABASE_URL may not create roles and schemas; use an administrator of the database.',
  },
  RECORD_ROLE_TOO_STRONG: {
    kind: 'operational',
    retry: 'never',
    status: 503,
    says: 'A database role that must obey row-level security has rights beyond it; take them away.',
  },
  RECORD_SCHEMA_NEWER: {
    kind: 'operational',
    retry: 'never',
    status: 503,
    says: 'The database was set up by a newer version of this program; run that version.',
  },
  RECORD_MIGRATION_FAILED: {
    kind: 'bug',
    retry: 'never',
    status: 500,
    says: 'The database could not be brought up to date; nothing of it was changed.',
  },
} as const;

/** Makes a fault of this package; codes are checked by the compiler. */
export const recordFault = faultsOf(RECORD_ERRORS);

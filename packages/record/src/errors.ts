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
    says: 'A database role that must obey row-level security, or owns what does, has rights beyond it; take them away.',
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
  RECORD_NOT_JSON: {
    kind: 'user',
    retry: 'never',
    status: 422,
    says: 'A value cannot be stored, since JSON cannot say it; correct it.',
  },
  RECORD_TOO_LARGE: {
    kind: 'user',
    retry: 'never',
    status: 413,
    says: 'An entry is too large; keep the bulk as an object and refer to it.',
  },
  RECORD_NAME_INVALID: {
    kind: 'user',
    retry: 'never',
    status: 422,
    says: 'An id is empty, too long, or has control characters.',
  },
  RECORD_AMOUNT_INVALID: {
    kind: 'bug',
    retry: 'never',
    status: 500,
    says: 'An amount is negative, too large or not a number.',
  },
  RECORD_COMMIT_INVALID: {
    kind: 'bug',
    retry: 'never',
    status: 500,
    says: 'A commit contradicts what is stored or itself; nothing of it was stored.',
  },
  RECORD_COMMIT_UNKNOWN: {
    kind: 'operational',
    retry: 'never',
    status: 503,
    says: 'The database was lost during a commit and stayed away; load the run again to see whether it was stored.',
  },
  RECORD_RUN_UNKNOWN: {
    kind: 'bug',
    retry: 'never',
    status: 500,
    says: 'A commit names a run that is not in the record.',
  },
  RECORD_DATABASE_REFUSED: {
    kind: 'operational',
    retry: { afterMs: 2_000 },
    status: 503,
    says: 'The database refused to store; its log says why, most often a full disk.',
  },
  RECORD_OVERLOADED: {
    kind: 'operational',
    retry: { afterMs: 1_000 },
    status: 503,
    says: 'Too many commits of this workspace wait for the database; try again.',
  },
  RECORD_CLOSED: {
    kind: 'operational',
    retry: 'never',
    status: 503,
    says: 'The record is closed, since this process is stopping.',
  },
  LEDGER_RUN_ACTIVE: {
    kind: 'user',
    retry: 'never',
    status: 409,
    says: 'Content of a run that goes on cannot be erased, since the run lives on it; cancel the run first.',
  },
  LEDGER_NOTHING_TO_ERASE: {
    kind: 'user',
    retry: 'never',
    status: 404,
    says: 'There is no such content: it was never there, or it has been erased.',
  },
  LEDGER_ROLLED_BACK: {
    kind: 'operational',
    retry: 'never',
    status: 500,
    says: 'The log does not extend what was signed before: entries were changed or lost. Keep a copy, and run an audit.',
  },
  LEDGER_PROOF_STALE: {
    kind: 'operational',
    retry: 'safe',
    status: 409,
    says: 'The log was signed at another size meanwhile; ask again.',
  },
  LEDGER_SIGNATURE_INVALID: {
    kind: 'operational',
    retry: 'never',
    status: 500,
    says: 'What the broker gave as a signed checkpoint is not signed by its key, or is of another head; look at the broker.',
  },
  LEDGER_WITNESS_INVALID: {
    kind: 'operational',
    retry: 'never',
    status: 500,
    says: 'What the witness remembers is not signed by its key: its file was changed, or the key is another one.',
  },
} as const;

/** Makes a fault of this package; codes are checked by the compiler. */
export const recordFault = faultsOf(RECORD_ERRORS);

import { faultsOf } from '@countersign/contract';

const ENDS = { kind: 'operational', retry: 'never', status: 500 } as const;

/** Why a start ends before it serves. Each has a sentence for a person and an exit code of its own. */
export const LAUNCH_FAULTS = {
  LAUNCH_USAGE: { ...ENDS, kind: 'user', says: 'The command line was not understood: see --help.' },
  LAUNCH_DATA_UNWRITABLE: {
    ...ENDS,
    says: 'The data folder cannot be written: choose another with --data.',
  },
  LAUNCH_DATA_IN_USE: { ...ENDS, says: 'Countersign is already running on this data folder.' },
  LAUNCH_DATA_DAMAGED: {
    ...ENDS,
    says: 'A file of the data folder cannot be read: restore it from a backup.',
  },
  LAUNCH_DISK_FULL: {
    ...ENDS,
    says: 'The disk of the data folder is full: make room and start again.',
  },
  LAUNCH_PORT_TAKEN: { ...ENDS, says: 'The port is taken: choose another with --port.' },
  LAUNCH_DATABASE_DOWN: { ...ENDS, says: 'The database does not answer: see DATABASE_URL.' },
  LAUNCH_DATABASE_TOO_OLD: { ...ENDS, says: 'The database is older than Postgres 15: upgrade it.' },
  LAUNCH_DATABASE_NO_RIGHTS: {
    ...ENDS,
    says: 'The database user may not create schemas and roles.',
  },
  LAUNCH_DATABASE_TAKEN: {
    ...ENDS,
    says: 'The roles of the database belong to another installation.',
  },
  LAUNCH_DATABASE_UNFIT: { ...ENDS, says: 'The database is not as it must be.' },
  LAUNCH_DATABASE_NEWER: {
    ...ENDS,
    says: 'The database was set up by a newer version: run that version.',
  },
  LAUNCH_MIGRATION_FAILED: {
    ...ENDS,
    says: 'The database could not be brought up to date; nothing was changed.',
  },
  LAUNCH_KEY_WRONG: {
    ...ENDS,
    says: 'The key file does not open what is sealed: put back the right one.',
  },
  LAUNCH_KEY_MISSING: {
    ...ENDS,
    says: 'The key file is gone and secrets are sealed with it: put it back.',
  },
  LAUNCH_POSTGRES_MISSING: { ...ENDS, says: 'No Postgres for this machine: set DATABASE_URL.' },
  LAUNCH_POSTGRES_AS_ROOT: {
    ...ENDS,
    says: 'Postgres does not run as root: start as another user.',
  },
  LAUNCH_POSTGRES_OTHER_VERSION: {
    ...ENDS,
    says: 'The data folder was made by another version of Postgres.',
  },
  LAUNCH_POSTGRES_FAILED: { ...ENDS, says: 'Postgres did not start: see postgres.log.' },
  LAUNCH_STOPPED: { ...ENDS, says: 'The end was wanted before everything had started.' },
  LAUNCH_PROGRAM_FAILED: { ...ENDS, says: 'A program of Countersign did not start: see its log.' },
} as const;

/** The name of a row of the table. */
export type LaunchCode = keyof typeof LAUNCH_FAULTS;

/** Makes a fault of the launcher. */
export const fault = faultsOf(LAUNCH_FAULTS);

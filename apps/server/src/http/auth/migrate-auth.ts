import { getMigrations } from 'better-auth/db/migration';
import pg from 'pg';
import { originsOf } from '../origins.ts';
import { libraryOptions } from './library.ts';

/** Names the lock that starting processes take turns by. */
const LOCK = 7_220_132;

/**
 * Makes the tables of sign-in that are missing, in schema `auth`, as the owner role. The role of sign-in may
 * then read and write rows, and change nothing else; no other role sees the schema. Roles and schema must be
 * there: the record's migration makes them. Doing it again changes nothing.
 *
 * @param url connection string of the administrator that the record's migration ran with.
 */
export async function migrateAuth(url: string): Promise<void> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 4,
    options: '-c role=countersign_owner -c search_path=auth -c client_min_messages=warning',
  });
  pool.on('error', () => undefined);
  try {
    const client = await pool.connect();
    try {
      await client.query('select pg_advisory_lock($1)', [LOCK]);
      const options = libraryOptions({ database: pool, ...UNUSED });
      const { runMigrations } = await getMigrations(options);
      await runMigrations();
      await client.query(OWN_TABLES);
      await client.query('select pg_advisory_unlock($1)', [LOCK]);
    } finally {
      client.release();
    }
  } finally {
    await pool.end();
  }
}

/** The tables depend on none of these. */
const UNUSED = {
  origins: originsOf({ host: 'localhost', port: 80 }),
  secret: 'not used to make tables, and never kept',
  report: () => undefined,
  ids: { now: () => 0, randomBytes: (length: number) => new Uint8Array(length) },
};

const OWN_TABLES = `
  create table if not exists owner_claim (
    only_one boolean primary key default true check (only_one),
    person text not null,
    at timestamptz not null default now()
  );
  create table if not exists invitation (
    token text primary key check (token ~ '^[0-9a-f]{64}$'),
    workspace text not null,
    email text not null,
    role text not null,
    invited_by text not null,
    expires_at bigint not null,
    used boolean not null default false
  );
  grant select, insert, update, delete on all tables in schema auth to countersign_auth;
  -- A claim stays, and an invitation is used and given back.
  revoke update, delete on owner_claim, invitation from countersign_auth;
  grant update (used) on invitation to countersign_auth;
`;

import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Fault, must } from '@countersign/contract';
import { Kysely, type Migration, Migrator, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { recordFault } from '../errors.ts';
import { asRecordFault, errorCode } from './faults.ts';
import { OWNER, prepareRoles, type RolePasswords, type RolePowers } from './roles.ts';

/** The oldest server this runs on: SECURITY INVOKER views and `json` functions it relies on came with it. */
const OLDEST = 150_000;

/** Advisory lock of the database that whoever sets it up holds until its session ends. */
const SETTING_UP = 0x5e7_0001;

const FOLDER = fileURLToPath(new URL('../../migrations/', import.meta.url));

export interface MigrateOptions {
  /** Connection string of a user who may create roles and schemas: an administrator of the database. */
  readonly url: string;
  readonly passwords: RolePasswords;
  readonly powers: RolePowers;
  /** Folders of `NNNN-name.sql` files; the record's own by default. */
  readonly folders?: readonly string[];
}

/**
 * Makes roles and schemas that are missing and runs the migrations that have not run yet, all in one
 * transaction, as the owner role. Several processes may call it at once: one does the work, the others wait.
 *
 * @returns names of the migrations that ran.
 * @throws faults `RECORD_DATABASE_*`, `RECORD_ROLE_TOO_STRONG`, `RECORD_SCHEMA_NEWER`, `RECORD_MIGRATION_FAILED`.
 */
export async function migrate(options: MigrateOptions): Promise<readonly string[]> {
  try {
    return await asAdmin(options.url, async (admin) => {
      await checkServer(admin);
      // Two sessions that make or grant the same schema at once fail, whatever `if not exists` says.
      await admin.query('select pg_advisory_lock($1)', [SETTING_UP]);
      await prepareRoles(admin, options.passwords, options.powers);
      return await runMigrations(options.url, options.folders ?? [FOLDER]);
    });
  } catch (thrown) {
    if (errorCode(thrown) === '42501') {
      throw recordFault('RECORD_DATABASE_RIGHTS', { cause: thrown });
    }
    throw asRecordFault(thrown);
  }
}

async function asAdmin<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // A connection lost between two statements is reported by the next one.
  admin.on('error', () => undefined);
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

async function checkServer(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ number: string; version: string; encoding: string }>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as version,
            current_setting('server_encoding') as encoding`,
  );
  const server = must(rows[0], 'settings are one row');
  if (Number(server.number) < OLDEST) {
    throw recordFault('RECORD_DATABASE_TOO_OLD', {
      message: `The database server is PostgreSQL ${server.version}; use 15 or newer.`,
      details: { version: server.version },
    });
  }
  if (server.encoding !== 'UTF8') {
    throw recordFault('RECORD_DATABASE_ENCODING', { details: { encoding: server.encoding } });
  }
}

async function runMigrations(url: string, folders: readonly string[]): Promise<readonly string[]> {
  const migrations = await readMigrations(folders);
  // `role` is set as the session starts, so that no statement can run before it.
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    options: `-c role=${OWNER} -c search_path=countersign -c client_min_messages=warning`,
  });
  pool.on('error', () => undefined);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: 'countersign',
    // Several parts of the product own ranges of numbers; each is in order by itself.
    allowUnorderedMigrations: true,
  });
  try {
    const { error, results } = await migrator.migrateToLatest();
    if (error !== undefined)
      throw failed(
        error,
        results?.find((one) => one.status === 'Error'),
      );
    return (results ?? []).map((one) => one.migrationName);
  } finally {
    await db.destroy();
  }
}

function failed(error: unknown, result: { readonly migrationName: string } | undefined): unknown {
  const known = asRecordFault(error);
  if (Fault.is(known) || errorCode(error) === '42501') return known;
  if (error instanceof Error && error.message.includes('is missing')) {
    return recordFault('RECORD_SCHEMA_NEWER', { cause: error });
  }
  return recordFault('RECORD_MIGRATION_FAILED', {
    cause: error,
    details: { migration: result?.migrationName ?? null },
  });
}

async function readMigrations(folders: readonly string[]): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {};
  for (const folder of folders) {
    const files = (await readdir(folder)).filter((file) => /^\d{4}-[a-z0-9-]+\.sql$/.test(file));
    for (const file of files) {
      const text = await readFile(join(folder, file), 'utf8');
      migrations[basename(file, '.sql')] = {
        up: async (db) => {
          await sql.raw(text).execute(db);
        },
      };
    }
  }
  return migrations;
}

import { randomBytes } from 'node:crypto';
// biome-ignore lint/style/noRestrictedImports: the launcher migrates, before any process that could is started.
import { clientConfig, migrate, type RolePasswords, RUNTIME_ROLES } from '@countersign/record';
import pg from 'pg';
import { databaseFault, placeOf } from './database-fault.ts';
import { fault } from './errors.ts';

/** The database of an embedded Postgres. */
export const OWN_DATABASE = 'countersign';

/** Makes our database in our own Postgres on the first start. `url` is its superuser's, in any database. */
export async function makeOwnDatabase(url: string): Promise<void> {
  await asAdmin(url, async (admin) => {
    const found = await admin.query('select from pg_database where datname = $1', [OWN_DATABASE]);
    if (found.rowCount === 0) {
      await admin.query(`create database ${OWN_DATABASE} encoding 'UTF8' template template0`);
    }
  });
}

/**
 * Brings a database up to date, or says why it cannot be used.
 * @param url of a user who may create roles and schemas
 * @returns how many migrations ran
 * @throws faults `LAUNCH_DATABASE_*`, `LAUNCH_MIGRATION_FAILED`
 */
export async function migrateDatabase(url: string, passwords: RolePasswords): Promise<number> {
  try {
    const powers = { randomBytes: (length: number) => new Uint8Array(randomBytes(length)) };
    return (await migrate({ url, passwords, powers })).length;
  } catch (error) {
    throw databaseFault(error, url);
  }
}

/**
 * Makes the tables of sign-in, once for each build: what makes them is a large library, and a start should
 * not wait for it. The database itself remembers for which build that was done.
 * @param build names the sources this runs from; empty where they are not known
 * @throws faults `LAUNCH_DATABASE_*`, `LAUNCH_MIGRATION_FAILED`
 */
export async function migrateSignIn(url: string, build: string): Promise<void> {
  const mark = `sign-in of build ${build}`;
  const known = await asAdmin(url, async (admin) => {
    const { rows } = await admin.query<{ mark: string | null }>(
      "select obj_description(to_regnamespace('auth'), 'pg_namespace') as mark",
    );
    return rows[0]?.mark === mark;
  });
  if (known && build !== '') return;
  try {
    const { migrateAuth } = await import('../http/auth/migrate-auth.ts');
    await migrateAuth(url);
  } catch (error) {
    throw databaseFault(error, url, 'LAUNCH_MIGRATION_FAILED');
  }
  await asAdmin(url, async (admin) => {
    await admin.query('set role countersign_owner');
    await admin.query(`comment on schema auth is ${pg.escapeLiteral(mark)}`);
  });
}

/**
 * Refuses to change the passwords of roles that another installation signs in with: they belong to the
 * whole server, and that installation would lose its database.
 * @param file where our passwords stand
 * @throws faults `LAUNCH_DATABASE_TAKEN`, `LAUNCH_DATABASE_*`
 */
export async function refuseForeignRoles(
  url: string,
  passwords: RolePasswords,
  file: string,
): Promise<void> {
  for (const role of RUNTIME_ROLES) {
    if (!(await asAdmin(url, (admin) => hasRole(admin, role)))) continue;
    const refused = await signIn(clientConfig({ url, role, password: passwords[role] }));
    if (refused?.code !== WRONG_PASSWORD) continue;
    throw fault('LAUNCH_DATABASE_TAKEN', {
      message: `Another installation uses the database server at ${placeOf(url)}: the role ${role} exists there with another password than ${file} has. Use a server of its own, or copy that installation's db.json here. If that installation is gone, set the role's password to the one in ${file}.`,
      cause: refused,
    });
  }
}

const WRONG_PASSWORD = '28P01';

async function hasRole(admin: pg.Client, role: string): Promise<boolean> {
  const found = await admin.query('select from pg_roles where rolname = $1', [role]);
  return found.rowCount !== 0;
}

/** The error of a sign-in that Postgres refused, or null. */
async function signIn(config: pg.ClientConfig): Promise<pg.DatabaseError | null> {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return null;
  } catch (error) {
    return error instanceof pg.DatabaseError ? error : null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function asAdmin<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // A connection lost between two statements is reported by the next one.
  admin.on('error', () => undefined);
  try {
    await admin.connect();
    return await work(admin);
  } catch (error) {
    throw databaseFault(error, url);
  } finally {
    await admin.end().catch(() => undefined);
  }
}

import pg from 'pg';
import { recordFault } from '../errors.ts';
import { errorCode } from './faults.ts';
import type { RuntimeRole } from './pool.ts';
import { scramVerifier } from './scram.ts';

/** Owns every table and function; nobody logs in as it. */
export const OWNER = 'countersign_owner';

/**
 * Owns the functions that append to the log, and no table; nobody logs in as it. Row-level security holds
 * for it too. The server's role may only read the log and call these functions, so it cannot rewrite it.
 */
const WRITER = 'countersign_writer';

/** What our processes sign in as. */
export const RUNTIME_ROLES: readonly RuntimeRole[] = [
  'countersign_app',
  'countersign_broker',
  'countersign_auth',
];

/** Passwords of the runtime roles (printable ASCII), made by whoever starts the processes. */
export type RolePasswords = { readonly [role in RuntimeRole]: string };

export interface RolePowers {
  randomBytes(length: number): Uint8Array;
}

/** Makes the roles and schemas that are missing, and checks that the runtime roles are as weak as they must be. */
export async function prepareRoles(
  admin: pg.Client,
  passwords: RolePasswords,
  powers: RolePowers,
): Promise<void> {
  // The owner inherits, so that it may replace the functions it has given to the writer.
  await createRole(admin, OWNER, 'nologin inherit');
  await createRole(admin, WRITER, 'nologin noinherit');
  for (const role of RUNTIME_ROLES) {
    await createRole(admin, role, 'login noinherit');
    const verifier = scramVerifier(passwords[role], powers.randomBytes(16));
    await shared(admin, `alter role ${role} login password ${pg.escapeLiteral(verifier)}`);
  }
  await becomeAble(admin, OWNER);
  await shared(admin, `grant ${WRITER} to ${OWNER}`);
  await refuseStrongRoles(admin);
  await createSchemas(admin);
  await closeDefaults(admin);
}

async function createRole(admin: pg.Client, role: string, attributes: string): Promise<void> {
  const found = await admin.query('select from pg_roles where rolname = $1', [role]);
  if (found.rowCount !== 0) return;
  await shared(admin, `create role ${role} ${attributes}`).catch((thrown: unknown) => {
    // Another database of this server is being set up at the same moment.
    if (errorCode(thrown) !== '42710' && errorCode(thrown) !== '23505') throw thrown;
  });
}

/** Since PostgreSQL 16 who creates a role may grant it, but may not yet become it. */
async function becomeAble(admin: pg.Client, role: string): Promise<void> {
  const { rows } = await admin.query<{ version: string }>(
    "select current_setting('server_version_num') as version",
  );
  const right = Number(rows[0]?.version ?? 0) >= 160_000 ? 'SET' : 'MEMBER';
  const can = await admin.query<{ can: boolean }>('select pg_has_role($1, $2) as can', [
    role,
    right,
  ]);
  if (can.rows[0]?.can !== true) await shared(admin, `grant ${role} to current_user`);
}

/** The owner too: forced row-level security and the rights of functions are worth no more than it. */
async function refuseStrongRoles(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ rolname: string }>(
    `select rolname from pg_roles r where rolname = any ($1::text[])
       and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication
            or rolcanlogin and rolname <> all ($2::text[])
            or exists (select from pg_auth_members m join pg_roles of on of.oid = m.roleid
                       where m.member = r.oid and (r.rolname, of.rolname) <> ($3::text, $4::text)))`,
    [[...RUNTIME_ROLES, WRITER, OWNER], RUNTIME_ROLES, OWNER, WRITER],
  );
  const strong = rows[0]?.rolname;
  if (strong !== undefined) {
    throw recordFault('RECORD_ROLE_TOO_STRONG', {
      message: `The database role ${strong} is an administrator, may sign in though it must not, or is a member of another role; take that away.`,
      details: { role: strong },
    });
  }
}

/**
 * Takes away what every role may make in a database by default and no policy covers: large objects and temporary
 * tables. Only where the database is the administrator's own: in another's, others may need them.
 */
async function closeDefaults(admin: pg.Client): Promise<void> {
  await admin.query(`
    do $$
    declare
      v_function regprocedure;
    begin
      if not exists (select from pg_database d join pg_roles r on r.oid = d.datdba
                     where d.datname = current_database() and r.rolname = current_user and r.rolsuper) then
        return;
      end if;
      execute format('revoke temporary on database %I from public', current_database());
      for v_function in
        select oid from pg_proc where pronamespace = 'pg_catalog'::regnamespace
          and proname ~ '^(lo_|loread$|lowrite$)' and has_function_privilege('public', oid, 'execute')
      loop
        execute format('revoke execute on function %s from public', v_function);
      end loop;
    end
    $$`);
}

async function createSchemas(admin: pg.Client): Promise<void> {
  await admin.query(`
    create schema if not exists countersign authorization ${OWNER};
    create schema if not exists auth authorization ${OWNER};
    grant usage on schema countersign to ${WRITER}, countersign_app, countersign_broker;
    grant usage on schema auth to countersign_auth;
    alter default privileges for role ${OWNER} revoke execute on functions from public;
    -- An older version let the server's role into the tables of sign-in.
    revoke usage on schema auth from countersign_app;
    revoke all on all tables in schema auth from countersign_app;
    alter default privileges for role ${OWNER} in schema auth revoke all on tables from countersign_app;`);
}

/** Roles belong to the whole server: two databases being set up at once meet in its catalog and one must try again. */
async function shared(admin: pg.Client, statement: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await admin.query(statement);
      return;
    } catch (thrown) {
      const again = thrown instanceof Error && thrown.message.includes('concurrently updated');
      if (!again || attempt >= 50) throw thrown;
    }
  }
}

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from '../postgres/migrate.ts';
import { type RuntimeRole, rolePool } from '../postgres/pool.ts';

/** A fresh, migrated database for one test file, with connections of each role. */
export interface TestDatabase {
  /** Connection string of the administrator. */
  readonly url: string;
  readonly passwords: { readonly [role in RuntimeRole]: string };
  /** Sees and changes everything: what a thief with the database's own password could do. */
  readonly admin: pg.Pool;
  readonly app: pg.Pool;
  readonly broker: pg.Pool;
  /** Empties every table, for the next test. */
  empty(): Promise<void>;
  drop(): Promise<void>;
}

/** Powers that a test may use where it does not care: the real clock and real chance. */
export const realPowers = {
  now: () => Date.now(),
  randomBytes: (length: number): Uint8Array => new Uint8Array(randomBytes(length)),
};

/** All test databases share one server, and so its roles: they share their passwords too. */
const passwords = {
  countersign_app: 'app-of-tests',
  countersign_broker: 'broker-of-tests',
  countersign_auth: 'auth-of-tests',
};

/** Makes a database on the server that `adminUrl` names, and migrates it. */
export async function testDatabase(adminUrl: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await once(adminUrl, `create database ${name} encoding 'UTF8' template template0`);
  const named = new URL(adminUrl);
  named.pathname = `/${name}`;
  const url = named.href;
  await migrate({ url, passwords, powers: realPowers });
  const admin = new pg.Pool({
    connectionString: url,
    max: 4,
    options: '-c search_path=countersign',
  });
  // The database is dropped with force, perhaps before a connection that was ended has left it.
  admin.on('error', () => undefined);
  const app = rolePool({ url, role: 'countersign_app', password: passwords.countersign_app });
  const broker = rolePool({
    url,
    role: 'countersign_broker',
    password: passwords.countersign_broker,
  });
  return {
    url,
    passwords,
    admin,
    app,
    broker,
    empty: async () => {
      const { rows } = await admin.query<{ tables: string }>(
        `select string_agg(format('%I.%I', schemaname, tablename), ', ') as tables from pg_tables
          where schemaname = 'countersign' and tablename not like 'kysely%'`,
      );
      await admin.query(`truncate ${rows[0]?.tables}`);
    },
    drop: async () => {
      await Promise.all([admin, app, broker].map((pool) => pool.end()));
      await once(adminUrl, `drop database ${name} with (force)`);
    },
  };
}

async function once(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

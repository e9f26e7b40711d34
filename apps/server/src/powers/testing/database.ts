import { randomBytes } from 'node:crypto';
import { migrate } from '@countersign/record';
import pg from 'pg';
import { systemPowers } from '../system.ts';

/** A fresh, migrated database on the tests' server. */
export interface MigratedDatabase {
  readonly url: string;
  readonly appPassword: string;
  drop(): Promise<void>;
}

/** All test databases share one server, and so its roles and their passwords. */
const passwords = {
  countersign_app: 'app-of-tests',
  countersign_broker: 'broker-of-tests',
  countersign_auth: 'auth-of-tests',
};

/** Makes a database on the server that `adminUrl` names, and migrates it. */
export async function migratedDatabase(adminUrl: string): Promise<MigratedDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await once(adminUrl, `create database ${name} encoding 'UTF8' template template0`);
  const named = new URL(adminUrl);
  named.pathname = `/${name}`;
  await migrate({ url: named.href, passwords, powers: systemPowers() });
  return {
    url: named.href,
    appPassword: passwords.countersign_app,
    drop: () => once(adminUrl, `drop database ${name} with (force)`),
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

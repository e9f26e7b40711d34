import { fileURLToPath } from 'node:url';
import { type PostgresRecord, postgresRecord } from '@countersign/record';
import {
  type MigratedDatabase,
  migratedDatabase,
  startThrowAwayPostgres,
  systemPowers,
} from '@countersign/server/testing';

/** The repository: where the npm packages with Postgres are. */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A migrated database that is thrown away afterwards, and a way to open the record on it. */
export interface ProofDatabase {
  readonly database: MigratedDatabase;
  /** @param now the record's clock, where a proof moves time; the machine's otherwise. */
  open(now?: () => number): Promise<PostgresRecord>;
}

/** Runs work on a fresh database. `DATABASE_URL_TEST` names a running server instead of our own. */
export async function withDatabase<T>(
  work: (database: ProofDatabase) => Promise<T>,
  durability: 'lasting' | 'fleeting' = 'fleeting',
): Promise<T> {
  const named = process.env['DATABASE_URL_TEST'];
  const server = named === undefined ? await startThrowAwayPostgres(ROOT, durability) : null;
  try {
    const database = await migratedDatabase(named ?? server?.url ?? '');
    const opened: PostgresRecord[] = [];
    try {
      return await work({
        database,
        open: async (now) => {
          const record = await postgresRecord({
            url: database.url,
            password: database.appPassword,
            powers: { ...systemPowers(), ...(now ? { now } : {}) },
          });
          opened.push(record);
          return record;
        },
      });
    } finally {
      for (const record of opened) await record.close();
      await database.drop();
    }
  } finally {
    await server?.stop();
  }
}

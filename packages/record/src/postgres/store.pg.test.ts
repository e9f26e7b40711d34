import type { IdPowers } from '@countersign/contract';
import { afterAll, afterEach, beforeAll, describe, inject } from 'vitest';
import { type TestDatabase, testDatabase } from '../conformance/test-database.ts';
import { recordConformance } from '../conformance.ts';
import { type PostgresRecord, postgresRecord } from './store.ts';

describe('the record on Postgres', () => {
  let database: TestDatabase;
  let store: PostgresRecord | undefined;

  beforeAll(async () => {
    database = await testDatabase(inject('postgresUrl'));
  });
  afterEach(async () => {
    await store?.close();
    store = undefined;
    await database.empty();
  });
  afterAll(() => database.drop());

  recordConformance(async (powers: IdPowers) => {
    const { url, passwords, admin } = database;
    const password = passwords.countersign_app;
    const opened = await postgresRecord({ url, password, powers: { ...powers, pause } });
    store = opened;
    return {
      store: opened,
      // Its lock would go with its connection, which it shares with the other workers of a test.
      crash: async (worker) => {
        await admin.query('delete from worker where id = $1', [worker]);
      },
      silence: async (worker, ms) => {
        await admin.query(
          `update worker set beat_at = now() - make_interval(secs => $2) where id = $1`,
          [worker, ms / 1_000],
        );
      },
    };
  });
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

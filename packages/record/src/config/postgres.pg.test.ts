import { afterAll, beforeAll, inject } from 'vitest';
import { realPowers, type TestDatabase, testDatabase } from '../conformance/test-database.ts';
import { postgresReader } from '../postgres/reader.ts';
import { configStoreConformance } from './conformance/index.ts';
import { DEFAULT_POLICY } from './conformance/under-test.ts';
import { createPostgresConfigStore } from './postgres.ts';

let database: TestDatabase;
let config: ReturnType<typeof createPostgresConfigStore>;
beforeAll(async () => {
  database = await testDatabase(inject('postgresUrl'));
  config = createPostgresConfigStore(database.app, {
    ...realPowers,
    defaultPolicy: DEFAULT_POLICY,
  });
});
afterAll(() => database.drop());

configStoreConformance('the Postgres configuration store', {
  config: () => config,
  reader: () => postgresReader(database.app),
});

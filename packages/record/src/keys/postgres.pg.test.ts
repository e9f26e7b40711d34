import { afterAll, beforeAll, inject } from 'vitest';
import { realPowers, type TestDatabase, testDatabase } from '../conformance/test-database.ts';
import { postgresReader } from '../postgres/reader.ts';
import { keyStoreConformance, powersWith } from './conformance.ts';
import type { KeyStore } from './port.ts';
import { createPostgresKeyStore } from './postgres.ts';

const clock = { now: 1_800_000_000_000 };
let database: TestDatabase;
let store: KeyStore;
beforeAll(async () => {
  database = await testDatabase(inject('postgresUrl'));
  store = createPostgresKeyStore(database.app, powersWith(clock, realPowers.randomBytes));
});
afterAll(() => database.drop());

keyStoreConformance('the Postgres key store', {
  store: () => store,
  reader: () => postgresReader(database.app),
  clock,
});

import { afterAll, beforeAll, inject } from 'vitest';
import { realPowers, type TestDatabase, testDatabase } from '../conformance/test-database.ts';
import { outboxStoreConformance } from './conformance.ts';
import type { OutboxStore } from './port.ts';
import { createPostgresOutboxStore } from './postgres.ts';

let database: TestDatabase;
let store: OutboxStore;
beforeAll(async () => {
  database = await testDatabase(inject('postgresUrl'));
  store = createPostgresOutboxStore(database.app, realPowers);
});
afterAll(() => database.drop());

outboxStoreConformance('the Postgres outbox', { store: () => store });

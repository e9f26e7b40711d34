import type { ObjectStore } from '@countersign/contract';
import { afterAll, beforeAll, inject } from 'vitest';
import { realPowers, type TestDatabase, testDatabase } from '../conformance/test-database.ts';
import { objectStoreConformance } from './conformance.ts';
import { createPostgresObjectStore } from './postgres.ts';

let database: TestDatabase;
let store: ObjectStore;
beforeAll(async () => {
  database = await testDatabase(inject('postgresUrl'));
  store = createPostgresObjectStore(database.app, realPowers);
});
afterAll(() => database.drop());

objectStoreConformance('the Postgres object store', { store: () => store });

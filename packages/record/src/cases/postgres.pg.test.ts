import type { CaseStore } from '@countersign/contract';
import { afterAll, beforeAll, inject } from 'vitest';
import { realPowers, type TestDatabase, testDatabase } from '../conformance/test-database.ts';
import { caseStoreConformance } from './conformance.ts';
import { createPostgresCaseStore } from './postgres.ts';

let database: TestDatabase;
let store: CaseStore;
beforeAll(async () => {
  database = await testDatabase(inject('postgresUrl'));
  store = createPostgresCaseStore(database.app, realPowers);
});
afterAll(() => database.drop());

caseStoreConformance('the Postgres case store', { store: () => store });

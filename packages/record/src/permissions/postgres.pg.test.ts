import { afterAll, beforeAll, inject } from 'vitest';
import { realPowers, type TestDatabase, testDatabase } from '../conformance/test-database.ts';
import { createLedger, type Ledger } from '../ledger/ledger.ts';
import { checkpointSigner, memoryWitness } from '../ledger/signer.ts';
import { type PostgresRecord, postgresRecord } from '../postgres/store.ts';
import { permissionStoreConformance, powersWith } from './conformance.ts';
import type { PermissionStore } from './port.ts';
import { createPostgresPermissionStore } from './postgres.ts';

const clock = { now: 1_800_000_000_000 };
const powers = { ...powersWith(clock, realPowers.randomBytes), pause: async () => undefined };
let database: TestDatabase;
let record: PostgresRecord;
let store: PermissionStore;
let ledger: Ledger;
beforeAll(async () => {
  database = await testDatabase(inject('postgresUrl'));
  const password = database.passwords.countersign_app;
  record = await postgresRecord({ url: database.url, password, powers });
  store = createPostgresPermissionStore(record.pool, powers);
  const signer = checkpointSigner(new Uint8Array(32).fill(7), memoryWitness());
  ledger = createLedger({ store: record.log, signer });
});
afterAll(async () => {
  await record.close();
  await database.drop();
});

permissionStoreConformance('the Postgres permission store', {
  store: () => store,
  record: () => record,
  ledger: () => ledger,
  clock,
});

import { afterAll, beforeAll, inject } from 'vitest';
import { realPowers, type TestDatabase, testDatabase } from '../conformance/test-database.ts';
import { powersWith } from '../keys/conformance.ts';
import { commitWithin } from '../postgres/commit-within.ts';
import { inWorkspace } from '../postgres/tenant.ts';
import { conversationStoreConformance } from './conformance.ts';
import type { ConversationStore } from './port.ts';
import { createPostgresConversationStore } from './postgres.ts';

const clock = { now: 1_800_000_000_000 };
const powers = powersWith(clock, realPowers.randomBytes);
let database: TestDatabase;
let store: ConversationStore;
beforeAll(async () => {
  database = await testDatabase(inject('postgresUrl'));
  store = createPostgresConversationStore(database.app, powers);
});
afterAll(() => database.drop());

conversationStoreConformance('the Postgres conversation store', {
  store: () => store,
  record: () => ({
    commit: (commit) =>
      inWorkspace(database.app, commit.workspace, (tenant) => commitWithin(tenant, powers, commit)),
  }),
  clock,
  powers,
});

import { type CaseStore, label } from '@countersign/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
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

test('a case takes 2,000 comments and no more', async () => {
  const about = { priority: 'low', severity: 'low', createdBy: 'usr_1' } as const;
  const system = label('system');
  const draft = { title: 'Full', description: '', ...about, label: system };
  const { id } = await store.create('ws_full', draft, 'open');
  const comment = (key: string) =>
    store.comment('ws_full', { case: id, text: key, by: 'usr_1', label: system }, key);
  await database.admin.query(`update case_record set comments = 1999 where id = $1`, [id]);
  expect(await comment('last')).not.toBeNull();
  await expect(comment('over')).rejects.toMatchObject({ code: 'RECORD_LIMIT_EXCEEDED' });
});

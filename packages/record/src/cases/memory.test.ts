import { label } from '@countersign/contract';
import { expect, test } from 'vitest';
import { realPowers } from '../conformance/test-database.ts';
import { caseStoreConformance } from './conformance.ts';
import { createMemoryCaseStore } from './memory.ts';

const store = createMemoryCaseStore(realPowers);
caseStoreConformance('the memory case store', { store: () => store });

test('a case takes 2,000 comments and no more', async () => {
  const about = {
    priority: 'low',
    severity: 'low',
    createdBy: 'usr_1',
    label: label('system'),
  } as const;
  const { id } = await store.create(
    'ws_full',
    { title: 'Full', description: '', ...about },
    'open',
  );
  const comment = (n: number) =>
    store.comment(
      'ws_full',
      { case: id, text: `${n}`, by: 'usr_1', label: label('system') },
      `c${n}`,
    );
  for (let n = 0; n < 2000; n++) await comment(n);
  await expect(comment(2000)).rejects.toMatchObject({ code: 'RECORD_LIMIT_EXCEEDED' });
});

import { expect, test } from 'vitest';
import { tryOne } from './try-one.ts';

const ask = { cases: null, scale: 1, progress: () => undefined };

test('a proof that finds nothing wrong in its cases is passed on as it is', async () => {
  const finding = { cases: 2, failures: [], figure: '0 of 2' };
  expect(await tryOne({ run: async () => finding }, ask)).toEqual(finding);
});

test('a proof without cases has failed', async () => {
  const found = await tryOne({ run: async () => ({ cases: 0, failures: [], figure: '0' }) }, ask);
  expect(found.failures).toEqual(['there were no cases']);
});

test('a proof that breaks off has failed, and says where', async () => {
  const found = await tryOne({ run: () => Promise.reject(new Error('the disk is full')) }, ask);
  expect(found.failures[0]).toContain('broke off: Error: the disk is full');
});

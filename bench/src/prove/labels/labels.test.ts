import { expect, test } from 'vitest';
import { BROKEN } from './broken.ts';
import { REAL } from './functions.ts';
import { tryPipelines } from './labels.ts';

test('2,000 random pipelines end in no label that is better than what shaped its value', async () => {
  expect(await tryPipelines(REAL, 2_000, 1)).toEqual({ tried: 2_000, failures: [] });
});

test.each(Object.entries(BROKEN))('the proof finds a broken algebra: %s', async (_name, broken) => {
  const { failures } = await tryPipelines(broken, 20_000, 1);
  expect(failures).toHaveLength(1);
});

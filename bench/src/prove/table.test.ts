import { expect, test } from 'vitest';
import { tableOf } from './table.ts';

const row = (name: string, failures: readonly string[], notes: readonly string[] = []) => ({
  proof: { name, promise: 'It holds.' },
  finding: { cases: 3, failures, figure: `${failures.length} of 3`, notes },
  seconds: 1.25,
});

test('a proof with a failure is called broken, and the failure is named', () => {
  const text = tableOf([row('one', []), row('two', ['case 7 ran unasked'])]);
  const [, , one, two] = text.split('\n');
  expect(one).toMatch(/^one +3 +0 +0 of 3 +1\.3 s +holds$/);
  expect(two).toMatch(/^two +3 +1 +1 of 3 +1\.3 s +BROKEN$/);
  expect(text).toContain('  two: case 7 ran unasked');
});

test('of many failures the first are listed and the rest is counted', () => {
  const text = tableOf([
    row(
      'one',
      Array.from({ length: 23 }, (_, at) => `case ${at}`),
    ),
  ]);
  expect(text).toContain('one: case 19');
  expect(text).not.toContain('one: case 20');
  expect(text).toContain('one: and 3 more');
});

test('notes stand below the table, each with the name of its proof', () => {
  expect(
    tableOf([row('one', [], ['it was hot'])])
      .split('\n')
      .at(-1),
  ).toBe('one: it was hot');
});

import type { Json, JsonObject } from '@countersign/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareArguments } from './compare-arguments.ts';

it('says once what all calls have, and shows the rest call by call', () => {
  const compared = compareArguments([
    { to: ['ann'], subject: 'Hi', text: 'a' },
    { to: ['bob'], subject: 'Hi' },
  ]);
  expect(compared.common).toEqual([{ pointer: '/subject', value: 'Hi' }]);
  expect(compared.differing).toEqual(['/to/0', '/text']);
  expect(compared.rows.map((row) => [row.get('/to/0'), row.has('/text')])).toEqual([
    ['ann', true],
    ['bob', false],
  ]);
});

it('takes null for a value, and not for nothing', () => {
  expect(compareArguments([{ a: null }, {}]).differing).toEqual(['/a']);
});

it('leaves no value of any call out', () => {
  const value = fc.oneof(
    fc.constantFrom<Json>('x', 'y', 1, null, true),
    fc.array(fc.constantFrom<Json>('x', 2)),
  );
  const args = fc.dictionary(fc.constantFrom('a', 'b', 'c'), value);
  fc.assert(
    fc.property(fc.array(args, { minLength: 1, maxLength: 4 }), (all) => {
      const { common, differing, rows } = compareArguments(all as JsonObject[]);
      const places = new Set([...common.map(({ pointer }) => pointer), ...differing]);
      for (const row of rows) {
        for (const pointer of row.keys()) expect(places.has(pointer)).toBe(true);
        for (const one of common) expect(row.get(one.pointer)).toEqual(one.value);
      }
    }),
  );
});

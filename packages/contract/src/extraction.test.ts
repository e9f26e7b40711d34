import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitsOf, type Domain, extractionSchema, isInDomain } from './extraction.ts';

const bits = (domain: Domain) => bitsOf({ a: domain });

describe('what an extraction can tell', () => {
  it('is which value it gave, or that it gave none', () => {
    expect(bits({ kind: 'boolean' })).toBe(Math.log2(3));
    expect(bits({ kind: 'enum', values: ['a', 'b', 'c'] })).toBe(2);
    expect(bits({ kind: 'number', min: 1, max: 7, step: 1 })).toBe(3);
    expect(bits({ kind: 'number', min: 0, max: 1, step: 0.5 })).toBe(2);
    expect(bits({ kind: 'date', from: '2026-03-28', to: '2026-04-03' })).toBe(3);
  });

  it('is every combination of its fields', () => {
    expect(bitsOf({ a: { kind: 'boolean' }, b: { kind: 'enum', values: ['x', 'y', 'z'] } })).toBe(
      Math.log2(7),
    );
  });

  it('has no more values than are counted', () => {
    fc.assert(
      fc.property(
        ...[fc.integer({ min: -50, max: 50 }), fc.nat(40), fc.constantFrom(0.1, 0.25, 1, 3)],
        (min, more, step) => {
          const domain = { kind: 'number', min, max: min + more, step } as const;
          const counted = Math.round(2 ** bits(domain)) - 1;
          const seen = Array.from({ length: 4_200 }, (_, at) => min - 5 + at * 0.05)
            .concat(Array.from({ length: 500 }, (_, at) => min + at * step))
            .filter((value) => isInDomain(value, domain));
          expect(new Set(seen).size).toBeLessThanOrEqual(counted);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('a domain', () => {
  const of: readonly (readonly [Domain, readonly unknown[], readonly unknown[]])[] = [
    [{ kind: 'boolean' }, [true, false], ['true', 1, 0, null]],
    [{ kind: 'enum', values: ['low', 'high'] }, ['low'], ['Low', 'low ', '', 0, null, ['low']]],
    [
      { kind: 'number', min: 1, max: 3, step: 1 },
      [1, 3],
      [0, 4, 1.5, 2.0000001, '2', null, Number.NaN],
    ],
    [
      { kind: 'date', from: '2026-03-30', to: '2026-04-02' },
      ['2026-03-30', '2026-04-02'],
      ['2026-03-29', '2026-04-03', '2026-03-32', '2026-3-31', '2026-04-01T00:00', 20260401, null],
    ],
  ];
  it.each(of)('%o has its own values and no others', (domain, inside, outside) => {
    for (const value of inside) expect(isInDomain(value as never, domain)).toBe(true);
    for (const value of outside) expect(isInDomain(value as never, domain)).toBe(false);
  });

  it.each([
    { kind: 'text' },
    { kind: 'enum', values: ['one'] },
    { kind: 'enum', values: ['a', 'a'] },
    { kind: 'enum', values: Array.from({ length: 33 }, (_, at) => `${at}`) },
    { kind: 'number', min: 2, max: 1 },
    { kind: 'number', min: 0, max: 1e10, step: 1 },
    { kind: 'number', min: 0, max: 1, step: 0 },
    { kind: 'number', min: 0 },
    { kind: 'date', from: '2026-04-01', to: '2026-03-01' },
    { kind: 'boolean', more: 1 },
  ])('is closed: %o is none', (domain) => {
    expect(extractionSchema.safeParse({ from: '$a_1', fields: { a: domain } }).success).toBe(false);
  });

  it('is asked for under names of the asker’s, from one to eight at once', () => {
    const asks = (names: readonly string[]) =>
      extractionSchema.safeParse({
        from: '$a_1',
        fields: Object.fromEntries(names.map((name) => [name, { kind: 'boolean' }])),
      }).success;
    expect(asks(['a'])).toBe(true);
    expect(asks([])).toBe(false);
    expect(asks(['with space'])).toBe(false);
    expect(asks(Array.from({ length: 9 }, (_, at) => `a${at}`))).toBe(false);
  });
});

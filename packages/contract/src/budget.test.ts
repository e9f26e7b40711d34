import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Account, type Amounts, add, DIMENSIONS, exhaustedBy } from './index.ts';

const amounts: fc.Arbitrary<Amounts> = fc.record(
  Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, fc.nat({ max: 1000 })])),
  { requiredKeys: [] },
);

function account(limits: Amounts, spent: Amounts = {}, reserved: Amounts = {}): Account {
  return { id: 'run:run_1', limits, spent, reserved };
}

describe('a limit', () => {
  it.each(DIMENSIONS)('of %s may be used up exactly, and not by one more', (dimension) => {
    const used = account({ [dimension]: 10 }, { [dimension]: 3 }, { [dimension]: 4 });
    expect(exhaustedBy(used, { [dimension]: 3 })).toBeNull();
    expect(exhaustedBy(used, { [dimension]: 4 })).toEqual({
      account: 'run:run_1',
      dimension,
      limit: 10,
      used: 7,
      wanted: 4,
    });
  });

  it('that is not named does not bind, and one of zero allows nothing', () => {
    expect(exhaustedBy(account({}), { tokens: 1e9 })).toBeNull();
    expect(exhaustedBy(account({ tokens: 0 }), { tokens: 1 })).toMatchObject({ limit: 0 });
    expect(exhaustedBy(account({ tokens: 0 }), { calls: 1 })).toBeNull();
  });

  it('is never passed by reservations that were let through one after another', () => {
    fc.assert(
      fc.property(amounts, fc.array(amounts, { maxLength: 20 }), (limits, wishes) => {
        let reserved: Amounts = {};
        for (const wish of wishes) {
          if (exhaustedBy(account(limits, {}, reserved), wish) === null)
            reserved = add(reserved, wish);
        }
        for (const dimension of DIMENSIONS) {
          const limit = limits[dimension];
          if (limit !== undefined) expect(reserved[dimension] ?? 0).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });
});

describe('amounts', () => {
  it('add and take away dimension by dimension, a missing one being zero', () => {
    expect(add({ calls: 1 }, { calls: 2, tokens: 5 })).toEqual({ calls: 3, tokens: 5 });
    expect(add({ calls: 3, tokens: 5 }, { calls: 2 }, -1)).toEqual({ calls: 1, tokens: 5 });
  });

  it('are what they were after adding and taking away the same', () => {
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        const back = add(add(a, b), b, -1);
        for (const dimension of DIMENSIONS) {
          expect(back[dimension] ?? 0).toBe(a[dimension] ?? 0);
        }
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { offsetsOf, placesFor, rowAt } from './virtual-rows.ts';

describe('rows of a long list', () => {
  const offsets = offsetsOf(['a', 'b', 'c', 'd'], (row) => (row === 'b' ? 100 : 10));

  it('begin where those before them end, measured where that is known', () => {
    expect([...offsets]).toEqual([0, 10, 110, 120, 130]);
  });

  it('are found by any pixel, also one outside of the list', () => {
    expect([-50, 0, 9, 10, 109, 110, 129, 500].map((pixel) => rowAt(offsets, pixel))).toEqual([
      0, 0, 0, 1, 1, 2, 3, 3,
    ]);
    expect(
      rowAt(
        offsetsOf([], () => 10),
        5,
      ),
    ).toBe(0);
  });

  it('are drawn in order, with the current one wherever it is', () => {
    expect(placesFor(10, { from: 4, to: 6 }, -1)).toEqual([4, 5]);
    expect(placesFor(10, { from: 4, to: 6 }, 1)).toEqual([1, 4, 5]);
    expect(placesFor(10, { from: 4, to: 6 }, 9)).toEqual([4, 5, 9]);
    expect(placesFor(10, { from: 4, to: 6 }, 5)).toEqual([4, 5]);
    expect(placesFor(5, { from: 4, to: 60 }, 9)).toEqual([4]);
    expect(placesFor(0, { from: 0, to: 60 }, -1)).toEqual([]);
  });
});

import { expect, test } from 'vitest';
import { afterEnd } from './backoff.ts';

test('each end in a row waits longer than the one before, up to ten seconds', () => {
  const delays: number[] = [];
  for (let ends = 0; ends < 9; ) {
    const after = afterEnd({ ends, startedAt: 0 }, 1000);
    delays.push(after.delay);
    ends = after.ends;
  }
  expect(delays).toEqual([200, 500, 1000, 2000, 5000, 10_000, 10_000, 10_000, 10_000]);
});

test('who held out for a minute begins anew', () => {
  expect(afterEnd({ ends: 8, startedAt: 0 }, 60_000)).toEqual({ ends: 1, delay: 200 });
});

import { expect, test } from 'vitest';
import { manualClock } from '../testing/manual-clock.ts';
import { createAttempts } from './attempts.ts';

test('attempts are counted by key until the window has passed', () => {
  const clock = manualClock();
  const attempts = createAttempts(clock, { max: 2, windowMs: 1000 });
  attempts.take('a');
  attempts.take('a');
  clock.pass(400);
  expect(() => attempts.take('a')).toThrow(
    expect.objectContaining({ code: 'HTTP_RATE', details: { retryAfterMs: 600 } }),
  );
  attempts.take('b');
  clock.pass(600);
  attempts.take('a');
});

test('an attempt that was no guess is given back', () => {
  const attempts = createAttempts(manualClock(), { max: 1, windowMs: 1000 });
  for (let i = 0; i < 5; i++) {
    attempts.take('a');
    attempts.forgive('a');
  }
  attempts.take('a');
  expect(() => attempts.take('a')).toThrow();
});

import { expect, test } from 'vitest';
import { systemResolver } from './system.ts';

/** No name server is asked for this. */
const TOO_LONG = 'x'.repeat(300);

test('many names at once are all looked up, in turn', async () => {
  const resolver = systemResolver();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => resolver.resolve('localhost')),
  );
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]?.some((address) => address === '127.0.0.1' || address === '::1')).toBe(true);
});

test('a name that has no address leaves its place to the next', async () => {
  const resolver = systemResolver();
  const failing = Array.from({ length: 5 }, () => resolver.resolve(TOO_LONG));
  expect((await Promise.allSettled(failing)).every(({ status }) => status === 'rejected')).toBe(
    true,
  );
  expect((await resolver.resolve('localhost')).length).toBeGreaterThan(0);
});

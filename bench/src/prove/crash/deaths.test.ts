import { expect, test } from 'vitest';
import { deathsOf } from './deaths.ts';
import type { Point } from './order.ts';
import { SCENARIOS } from './scenarios.ts';

const [plain] = SCENARIOS;
const lost = SCENARIOS.find(({ lostOnly }) => lostOnly);
const passed = new Map<Point, number>([
  ['run.created', 1],
  ['effect.performed', 5],
]);

test('a process dies at each point it passes, the first times and the last', () => {
  if (!plain) throw new Error('there are scenarios');
  expect(deathsOf(plain, passed, 2)).toEqual([
    { at: 'run.created', nth: 1 },
    { at: 'effect.performed', nth: 1 },
    { at: 'effect.performed', nth: 2 },
    { at: 'effect.performed', nth: 5 },
  ]);
});

test('where only lost answers are looked at, it dies between an intent and its outcome alone', () => {
  if (!lost) throw new Error('there is such a scenario');
  expect(deathsOf(lost, passed, 1).map(({ at }) => at)).toEqual([
    'effect.performed',
    'effect.performed',
  ]);
});

import type { Death, Point } from './order.ts';
import type { Scenario } from './scenarios.ts';

/** Points between an intent and its outcome: what happened there can be lost. */
const LOSING: readonly Point[] = [
  'intent.committed',
  'inside.before-effect',
  'inside.after-effect',
  'effect.performed',
  'outcome.before-commit',
  'run.before-end',
];

/**
 * Where a scenario's process dies: at each point it passes, for the first times and the last. The steps between
 * are of the same kind as those.
 *
 * @param passed how often each point is passed by a process that lives.
 * @param most how many times of each point are tried.
 */
export function deathsOf(
  { lostOnly }: Scenario,
  passed: ReadonlyMap<Point, number>,
  most: number,
): readonly Death[] {
  return [...passed]
    .filter(([at]) => !lostOnly || LOSING.includes(at))
    .flatMap(([at, times]) => {
      const first = Array.from({ length: Math.min(times, most) }, (_, index) => index + 1);
      return [...new Set([...first, times])].map((nth) => ({ at, nth }));
    });
}

/** Where a second process dies that goes on after the first, so that recovery is interrupted too. */
export const SECOND_DEATHS: readonly { readonly first: Death; readonly second: Death }[] = [
  { first: { at: 'inside.after-effect', nth: 1 }, second: { at: 'effect.performed', nth: 1 } },
  { first: { at: 'inside.after-effect', nth: 1 }, second: { at: 'outcome.before-commit', nth: 1 } },
  { first: { at: 'inside.before-effect', nth: 1 }, second: { at: 'intent.before-commit', nth: 1 } },
  { first: { at: 'intent.committed', nth: 2 }, second: { at: 'run.before-end', nth: 1 } },
];

import type { ReadPolicy } from '../read.ts';
import { type Applies, compilePolicy, NotUnderstood } from './evaluate.ts';
import { namesIn } from './names.ts';
import { type Asked, type Pair, spaceOf } from './space.ts';

/** What policies say to one question. Policies are numbers: their places in the list. */
export interface Row {
  readonly asked: Asked;
  readonly permits: readonly number[];
  readonly forbids: readonly number[];
  /** 0 denied, 1/n asked about of n people, 2 allowed. */
  readonly rank: number;
}

/** Every question with its answers, in the order of the {@link Pair}s they were made as. */
export interface Table {
  readonly persons: readonly (readonly (readonly [Row, Row])[])[];
  readonly agents: readonly (readonly [Row, Row])[];
  readonly rows: readonly Row[];
}

/** Policies times questions that are looked at; it takes some 0.2 s. */
const MOST = 2_000_000;

/** All that the policies say, or null where they use what cannot be compared, or speak of too much to try it all. */
export function tableOf(policies: readonly ReadPolicy[]): Table | null {
  try {
    return tabulate(policies);
  } catch (thrown) {
    if (thrown instanceof NotUnderstood) return null;
    throw thrown;
  }
}

function tabulate(policies: readonly ReadPolicy[]): Table | null {
  const applies = policies.map(({ json }) => compilePolicy(json));
  const most = MOST / Math.max(1, policies.length);
  const space = spaceOf(namesIn(policies.map(({ json }) => json)), most);
  if (space === null) return null;
  const pairOf = ([first, second]: Pair) =>
    [rowOf(first, policies, applies), rowOf(second, policies, applies)] as const;
  const persons = space.persons.map((roles) => roles.map(pairOf));
  const agents = space.agents.map(pairOf);
  return { persons, agents, rows: [...persons.flat(2), ...agents.flat()] };
}

/** What the answer is where these policies apply: 0 denied, 1/n asked about of n people, 2 allowed. */
export function rankOf(
  { permits, forbids }: Pick<Row, 'permits' | 'forbids'>,
  policies: readonly ReadPolicy[],
): number {
  if (forbids.length > 0 || permits.length === 0) return 0;
  return permits.some((one) => policies[one]?.asks === true)
    ? 1 / approvalsOf(permits, policies)
    : 2;
}

/** How many people must say yes where these permit it. */
function approvalsOf(permits: readonly number[], policies: readonly ReadPolicy[]): number {
  return Math.max(1, ...permits.map((one) => policies[one]?.approvals ?? 1));
}

function rowOf(asked: Asked, policies: readonly ReadPolicy[], applies: readonly Applies[]): Row {
  const permits: number[] = [];
  const forbids: number[] = [];
  for (const [number, { json }] of policies.entries()) {
    if (applies[number]?.(asked.point) !== true) continue;
    (json.effect === 'permit' ? permits : forbids).push(number);
  }
  return { asked, permits, forbids, rank: rankOf({ permits, forbids }, policies) };
}

import type { QuestionView } from '@countersign/contract';

/** How far a question has come that needs the yes of several people, as one of them sees it. */
export interface YesSoFar {
  readonly needed: number;
  /** Whose yes counts, in order. */
  readonly counting: readonly string[];
  /** Who said yes and may not answer any more. */
  readonly lapsed: readonly string[];
  /** This person's yes would close it. */
  readonly isLast: boolean;
  /** This person has said yes, and that alone is not enough. */
  readonly hasSaid: boolean;
}

/** How far a question has come for a person. */
export function standingOf(
  { approvals: needed = 1, supports = [] }: Pick<QuestionView, 'approvals' | 'supports'>,
  person: string,
): YesSoFar {
  const of = (counts: boolean) =>
    supports.filter((one) => one.counts === counts).map(({ by }) => by);
  const counting = of(true);
  const isLast = counting.filter((one) => one !== person).length + 1 >= needed;
  const hasSaid = !isLast && supports.some(({ by }) => by === person);
  return { needed, counting, lapsed: of(false), isLast, hasSaid };
}

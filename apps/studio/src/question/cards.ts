import type { QuestionView } from '@countersign/contract';

/** The task that a question belongs to: its run, or the one above all that delegated down to it. */
export function taskOf({ run, delegated }: Pick<QuestionView, 'run' | 'delegated'>): string {
  return delegated?.root ?? run;
}

/** What one task asks: a person looks at it as one thing. */
export interface Card<Q extends Pick<QuestionView, 'id' | 'run' | 'delegated'> = QuestionView> {
  /** Of its first question, whose address is the card's. */
  readonly id: string;
  readonly run: string;
  readonly questions: readonly [Q, ...Q[]];
}

/** Questions by their task, each where its first question stands. */
export function cardsOf<Q extends Pick<QuestionView, 'id' | 'run' | 'delegated'>>(
  questions: readonly Q[],
): readonly Card<Q>[] {
  const byTask = new Map<string, [Q, ...Q[]]>();
  for (const question of questions) {
    const known = byTask.get(taskOf(question));
    if (known) known.push(question);
    else byTask.set(taskOf(question), [question]);
  }
  return [...byTask].map(([run, all]) => ({ id: all[0].id, run, questions: all }));
}

/** How many cards there are, and of how many calls where that is not the same. */
export function countOfCards(cards: readonly Card[], areMore: boolean): string {
  const calls = cards.reduce((sum, { questions }) => sum + questions.length, 0);
  const more = areMore ? '+' : '';
  return calls === cards.length
    ? `${cards.length}${more}`
    : `${cards.length}${more} · ${calls}${more} calls`;
}

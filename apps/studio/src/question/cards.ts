import type { QuestionView } from '@countersign/contract';

/** What one run asks: a person looks at it as one thing. */
export interface Card<Q extends Pick<QuestionView, 'id' | 'run'> = QuestionView> {
  /** Of its first question, whose address is the card's. */
  readonly id: string;
  readonly run: string;
  readonly questions: readonly [Q, ...Q[]];
}

/** Questions by their run, each run where its first question stands. */
export function cardsOf<Q extends Pick<QuestionView, 'id' | 'run'>>(
  questions: readonly Q[],
): readonly Card<Q>[] {
  const byRun = new Map<string, [Q, ...Q[]]>();
  for (const question of questions) {
    const known = byRun.get(question.run);
    if (known) known.push(question);
    else byRun.set(question.run, [question]);
  }
  return [...byRun].map(([run, all]) => ({ id: all[0].id, run, questions: all }));
}

/** How many cards there are, and of how many calls where that is not the same. */
export function countOfCards(cards: readonly Card[], areMore: boolean): string {
  const calls = cards.reduce((sum, { questions }) => sum + questions.length, 0);
  const more = areMore ? '+' : '';
  return calls === cards.length
    ? `${cards.length}${more}`
    : `${cards.length}${more} · ${calls}${more} calls`;
}

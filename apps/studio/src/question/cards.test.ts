import type { QuestionView } from '@countersign/contract';
import { expect, it } from 'vitest';
import { type Card, cardsOf, countOfCards } from './cards.ts';

const asked = (id: string, run: string) => ({ id, run });

it('has all questions of a run, where the first of them stands, and is named by that one', () => {
  const cards = cardsOf([asked('a', 'r1'), asked('b', 'r2'), asked('c', 'r1')]);
  expect(cards.map(({ id, run, questions }) => [id, run, questions.map((one) => one.id)])).toEqual([
    ['a', 'r1', ['a', 'c']],
    ['b', 'r2', ['b']],
  ]);
  expect(cardsOf([])).toEqual([]);
});

it('has what a task’s sub-agents ask among its own, under the run above all', () => {
  const below = (id: string, run: string) => ({
    ...asked(id, run),
    delegated: { root: 'r1', agent: 'Reader' },
  });
  const cards = cardsOf([below('a', 'r7'), asked('b', 'r2'), asked('c', 'r1'), below('d', 'r8')]);
  expect(cards.map(({ run, questions }) => [run, questions.map(({ id }) => id)])).toEqual([
    ['r1', ['a', 'c', 'd']],
    ['r2', ['b']],
  ]);
});

it('is counted, and its calls beside it where those are more', () => {
  // Only the number of questions is looked at.
  const cards = (...of: string[]) =>
    cardsOf(
      of.map((run, at) => asked(String(at), run)),
    ) as unknown as readonly Card<QuestionView>[];
  expect(countOfCards(cards('r1', 'r2'), false)).toBe('2');
  expect(countOfCards(cards('r1', 'r1', 'r2'), false)).toBe('2 · 3 calls');
  expect(countOfCards(cards('r1', 'r1'), true)).toBe('1+ · 2+ calls');
});

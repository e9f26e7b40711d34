import type { QuestionView } from '@countersign/contract';
import { useAnswerAll } from './use-answer-all.ts';
import { usePicked } from './use-picked.ts';

/** One of the calls that are asked about together. */
export interface BatchItem {
  readonly question: QuestionView;
  /** Its number on the card, from 1. */
  readonly number: number;
  readonly isPicked: boolean;
  readonly isNew: boolean;
  /** Why the last answer to it did not count; null where it did, or there was none. */
  readonly problem: string | null;
  readonly toggle: () => void;
  readonly alone: () => void;
}

/** What is ticked of several questions, and what became of the answers to them. */
export function useBatch(questions: readonly QuestionView[], alone: (id: string) => void) {
  const picked = usePicked(questions);
  const answers = useAnswerAll();
  const problems = new Map(
    (answers.data ?? []).flatMap(({ id, error }) => (error === null ? [] : [[id, error.message]])),
  );
  const items = questions.map(
    (question, at): BatchItem => ({
      question,
      number: at + 1,
      isPicked: picked.isPicked(question.id),
      isNew: picked.isNew(question.id),
      problem: problems.get(question.id) ?? null,
      toggle: () => picked.toggle(question.id),
      alone: () => alone(question.id),
    }),
  );
  return { picked, answers, items };
}

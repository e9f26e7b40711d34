import { ANSWERS_AT_ONCE, type AnswerGiven } from '@countersign/contract';
import type { GivenAnswer } from '@countersign/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '../data/keys.ts';
import { useWorkspace } from '../session/workspace.tsx';

/** One of several answers. */
export interface OneAnswer {
  readonly id: string;
  readonly answer: GivenAnswer;
}

/**
 * Gives several answers, each for its own call. What became of every one is told; all are read again afterwards, also
 * where no word came back.
 */
export function useAnswerAll() {
  const { api, id: ws } = useWorkspace();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (answers: readonly OneAnswer[]) => {
      const given: AnswerGiven[] = [];
      for (let from = 0; from < answers.length; from += ANSWERS_AT_ONCE)
        given.push(...(await api.questions.answerAll(answers.slice(from, from + ANSWERS_AT_ONCE))));
      return given;
    },
    onSuccess: (given) => {
      for (const { id, question } of given)
        if (question !== null) client.setQueryData([...keys.questions(ws), id], question);
    },
    onSettled: () =>
      Promise.all(
        [keys.questions(ws), keys.permissions(ws)].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

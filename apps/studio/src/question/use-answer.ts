import type { Page, QuestionRecord } from '@countersign/contract';
import type { GivenAnswer } from '@countersign/sdk';
import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { isApiError } from '../api/api-error.ts';
import { keys } from '../data/keys.ts';
import { useWorkspace } from '../session/workspace.tsx';

/** Errors that tell that the question is not any more as it was read, or may not be. */
const STALE = [
  'HTTP_QUESTION_CLOSED',
  'HTTP_ANSWER_SAID',
  'HTTP_ANSWER_MISMATCH',
  'HTTP_SELF_APPROVAL',
  'HTTP_ANSWER_BARRED',
  'UNREACHABLE',
] as const;

/**
 * Gives an answer. The question shows that it is on its way, and shows it as answered only when the server said so;
 * where somebody was faster, or no word came back, it is read again and shows what is true.
 */
export function useAnswer(question: QuestionRecord) {
  const { api, id: ws } = useWorkspace();
  const client = useQueryClient();
  const one = [...keys.questions(ws), question.id];

  return useMutation({
    mutationFn: (answer: GivenAnswer) => api.questions.answer(question.id, answer),
    onSuccess: (answered) => {
      client.setQueryData(one, answered);
      if (answered.status === 'open') return;
      client.setQueryData<InfiniteData<Page<QuestionRecord>>>(
        [...keys.questions(ws), 'open'],
        (open) => open && { ...open, pages: open.pages.map((page) => without(question.id, page)) },
      );
    },
    onError: async (error) => {
      if (isApiError(error, ...STALE)) await client.invalidateQueries({ queryKey: one });
    },
    onSettled: () =>
      Promise.all(
        [keys.questions(ws), keys.permissions(ws)].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

function without(question: string, { items, next }: Page<QuestionRecord>): Page<QuestionRecord> {
  return { items: items.filter(({ id }) => id !== question), next };
}

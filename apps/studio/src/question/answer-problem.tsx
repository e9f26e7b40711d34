import type { QuestionRecord } from '@countersign/contract';
import { isApiError, isUnreachable } from '../api/api-error.ts';
import { usePersonName } from '../data/names.ts';
import { ProblemLine } from '../ui/states.tsx';

/** Why an answer did not count. Says nothing where the question itself shows that somebody was faster. */
export function AnswerProblem({ question, error }: { question: QuestionRecord; error: unknown }) {
  if (error === null) return null;
  if (isUnreachable(error)) {
    return (
      <p role="alert" className="rounded-lg bg-held-soft px-3 py-2 text-sm text-held">
        No word came back, so it is not known whether your answer arrived. The question is being
        read again; while it stands open here, it is unanswered, and answering twice does no harm.
      </p>
    );
  }
  if (isApiError(error, 'HTTP_ANSWER_MISMATCH')) {
    return (
      <p role="alert" className="rounded-lg bg-held-soft px-3 py-2 text-sm text-held">
        The call changed after this page read it, so your answer was not taken. This is how it
        stands now; please read it again.
      </p>
    );
  }
  if (isApiError(error, 'HTTP_QUESTION_CLOSED') && question.status === 'open') {
    return (
      <p role="alert" className="rounded-lg bg-held-soft px-3 py-2 text-sm text-held">
        Somebody answered first. Reading what they said…
      </p>
    );
  }
  return <ProblemLine error={error} />;
}

/** Says that somebody was faster, above what they said. */
export function TooLate({ question, error }: { question: QuestionRecord; error: unknown }) {
  const personName = usePersonName();
  if (!isApiError(error, 'HTTP_QUESTION_CLOSED')) return null;
  const by =
    question.answeredBy === null ? 'It was closed' : `${personName(question.answeredBy)} answered`;
  return (
    <p role="alert" className="rounded-lg bg-held-soft px-3 py-2 text-sm text-held">
      {by} before you did. Your answer was not taken; this one counts.
    </p>
  );
}

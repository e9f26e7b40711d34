import type { QuestionView } from '@countersign/contract';
import { Link } from '@tanstack/react-router';
import { useQuestion } from '../../data/queries.ts';
import { QuestionCard } from '../../question/question-card.tsx';
import { useWorkspace } from '../../session/workspace.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Problem, Skeleton } from '../../ui/states.tsx';

/** The question that is looked at; once it is answered, the way to the next. */
export function Detail({ id, items }: { id: string; items: readonly QuestionView[] }) {
  const { id: ws } = useWorkspace();
  const { data, error, refetch } = useQuestion(id);
  if (!data) {
    return error ? (
      <Problem error={error} retry={() => void refetch()} />
    ) : (
      <div role="status" aria-label="Loading" className="grid gap-4">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-8 w-3/4" />
        <Skeleton className="h-44" />
      </div>
    );
  }
  const next = items.find((question) => question.id !== id && question.status === 'open');
  return (
    <>
      <QuestionCard question={data} keyboard />
      {data.status !== 'open' && next && (
        <p className="mt-8">
          <Link
            to="/w/$ws/inbox/$question"
            params={{ ws, question: next.id }}
            className="inline-flex items-center gap-2 text-sm font-medium underline decoration-line-strong underline-offset-4"
          >
            Next question <Kbd>J</Kbd>
          </Link>
        </p>
      )}
    </>
  );
}

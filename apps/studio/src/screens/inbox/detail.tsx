import type { QuestionView } from '@countersign/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useQuestion } from '../../data/queries.ts';
import { BatchCard } from '../../question/batch-card.tsx';
import { taskOf } from '../../question/cards.ts';
import { QuestionCard } from '../../question/question-card.tsx';
import { useTogether } from '../../question/use-together.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Problem, Skeleton } from '../../ui/states.tsx';

/** The question that is looked at, with all else that its run asks; once it is answered, the way to the next. */
export function Detail({ id, items }: { id: string; items: readonly QuestionView[] }) {
  const { data, error, refetch } = useQuestion(id);
  if (!data) {
    return error ? <Problem error={error} retry={() => void refetch()} /> : <Loading />;
  }
  return <Asked question={data} items={items} />;
}

function Loading() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-4">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-8 w-3/4" />
      <Skeleton className="h-44" />
    </div>
  );
}

function Asked({ question, items }: { question: QuestionView; items: readonly QuestionView[] }) {
  const { id: ws } = useWorkspace();
  // What was closed when it was opened is history, and stands for itself.
  const [wasOpen] = useState(question.status === 'open');
  const task = taskOf(question);
  const listed = items.filter((one) => taskOf(one) === task && one.status === 'open');
  const { questions: together, isKnown } = useTogether(task, listed, wasOpen);
  // Decided once: a list that comes later must not change what somebody is about to answer.
  const [isCard, setCard] = useState<boolean | null>(wasOpen ? null : false);
  if (isCard === null && (isKnown || listed.length > 0)) setCard(together.length > 1);
  if (isCard === null) return <Loading />;
  const isDone = isCard
    ? together.every(({ status }) => status !== 'open')
    : question.status !== 'open';
  const others = together.filter((one) => one.id !== question.id && one.status === 'open').length;
  const next = items.find((one) => one.status === 'open' && taskOf(one) !== task);
  return (
    <>
      {isCard && together.length > 0 ? (
        <BatchCard questions={together} keyboard />
      ) : (
        <>
          <QuestionCard question={question} keyboard />
          {wasOpen && others > 0 && (
            <p className="mt-6 text-sm">
              {/* Never by itself: nothing may take the place of what somebody is about to answer. */}
              <button
                type="button"
                onClick={() => setCard(true)}
                className="cursor-pointer rounded font-medium underline decoration-line-strong underline-offset-4"
              >
                This run asks {others === 1 ? 'one more thing' : `${others} more things`}: see all
                together
              </button>
            </p>
          )}
        </>
      )}
      {isDone && next && (
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

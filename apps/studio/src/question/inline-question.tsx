import { useQuestion } from '../data/queries.ts';
import { Problem, Skeleton } from '../ui/states.tsx';
import { QuestionCard } from './question-card.tsx';

/** A question where it came up: the same card as in the inbox. */
export function InlineQuestion({ question }: { question: string }) {
  const { data, error, refetch } = useQuestion(question);
  return (
    <div className="my-3 rounded-2xl border border-line bg-sheet p-4 shadow-sheet sm:p-6">
      {data ? (
        <QuestionCard key={data.id} question={data} inChat />
      ) : error ? (
        <Problem error={error} retry={() => void refetch()} className="!py-4" />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </div>
  );
}

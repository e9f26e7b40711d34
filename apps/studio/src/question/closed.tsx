import type { QuestionRecord } from '@countersign/contract';
import { usePersonName } from '../data/names.ts';
import { Arguments } from '../quote/arguments.tsx';
import { Visible } from '../quote/visible-text.tsx';
import { Badge } from '../ui/badge.tsx';
import { Ago } from '../ui/moment.tsx';
import { STATUSES } from './words.ts';

/** What became of a question. */
export function Closed({ question }: { question: QuestionRecord }) {
  const { status, answer, answeredAt } = question;
  return (
    <div className="grid gap-3 rounded-xl bg-sunken px-4 py-3 text-[15px]">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={STATUSES[status].tone}>{STATUSES[status].word}</Badge>
        <ClosedBy question={question} />
        {answeredAt !== null && (
          <span className="text-ink-3">
            <Ago at={answeredAt} />
          </span>
        )}
      </p>
      {answer?.kind === 'deny' && answer.reason !== '' && (
        <p className="text-ink-2">
          “<Visible text={answer.reason} />”
        </p>
      )}
      {answer?.kind === 'edit' && (
        <details>
          <summary className="cursor-pointer text-sm font-medium">The arguments instead</summary>
          <div className="mt-3">
            <Arguments args={answer.args} />
          </div>
        </details>
      )}
    </div>
  );
}

function ClosedBy({ question }: { question: QuestionRecord }) {
  const personName = usePersonName();
  if (question.status === 'expired') return <span>Nobody answered in time, so it was denied.</span>;
  if (question.status === 'withdrawn') return <span>The run ended before anybody answered.</span>;
  if (question.answeredBy === null) return null;
  return <span>by {personName(question.answeredBy)}</span>;
}

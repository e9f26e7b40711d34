import type { QuestionView } from '@countersign/contract';
import { type ReactNode, useId } from 'react';
import { usePersonName } from '../data/names.ts';
import { visibleText } from '../quote/visible.ts';
import { Badge } from '../ui/badge.tsx';
import { Sentence } from './sentence.tsx';
import type { BatchItem } from './use-batch.ts';
import { isPickable } from './use-picked.ts';
import { STATUSES } from './words.ts';

/** One of several calls: its tick, its sentence, what became of it, and the way to answer it alone. */
export function BatchCall({ item, children }: { item: BatchItem; children: ReactNode }) {
  const { question, number } = item;
  return (
    <li className="grid gap-4 py-5 first:pt-0 last:pb-0">
      <div className="flex items-start gap-3">
        <Tick item={item} />
        <div className="grid min-w-0 gap-1.5">
          <p id={labelOf(question)} className="text-[16px] leading-snug break-words">
            <span className="text-ink-3 tabular-nums">{number}.</span>{' '}
            <Sentence text={question.sentence} />
          </p>
          <Facts item={item} />
        </div>
      </div>
      <div className="grid gap-4 sm:pl-7">{children}</div>
    </li>
  );
}

/** The tick of a call that can be answered along with others; an empty place otherwise. */
export function Tick({ item }: { item: BatchItem }) {
  const { question, isPicked, toggle } = item;
  const id = useId();
  if (!isPickable(question)) return <span className="w-4 shrink-0" />;
  return (
    <input
      id={id}
      type="checkbox"
      aria-labelledby={labelOf(question)}
      checked={isPicked}
      onChange={toggle}
      className="mt-1 size-4 shrink-0 cursor-pointer accent-ink"
    />
  );
}

/** Where a call stands: new, answered, not taken; and the way to it alone. */
export function Facts({ item }: { item: BatchItem }) {
  const { question, isNew, problem, alone } = item;
  const { status, kind, approvals = 1, supports = [] } = question;
  const personName = usePersonName();
  const counting = supports.filter(({ counts }) => counts);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px] text-ink-3">
      {status !== 'open' && <Badge tone={STATUSES[status].tone}>{STATUSES[status].word}</Badge>}
      {kind === 'unknown' && <Badge tone="unknown">Answer lost</Badge>}
      {question.delegated && <span>by sub-agent {visibleText(question.delegated.agent)}</span>}
      {isNew && status === 'open' && <Badge tone="held">new</Badge>}
      {status === 'open' && approvals > 1 && (
        <span className="text-held">
          {counting.length} of {approvals} said yes
          {counting.length > 0 && `: ${counting.map(({ by }) => personName(by)).join(', ')}`}
        </span>
      )}
      {problem !== null && (
        <span role="alert" className="text-refused">
          {problem}
        </span>
      )}
      {status === 'open' && (
        <button
          type="button"
          onClick={alone}
          aria-describedby={labelOf(question)}
          className="cursor-pointer rounded font-medium text-ink-2 underline decoration-line-strong underline-offset-3 hover:text-ink"
        >
          Answer or edit it alone
        </button>
      )}
    </div>
  );
}

/** The id of the text that names a call on the page. */
export function labelOf({ id }: Pick<QuestionView, 'id'>): string {
  return `call-of-${id}`;
}

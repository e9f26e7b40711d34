import { Link } from '@tanstack/react-router';
import { visibleText } from '../quote/visible.ts';
import { useWorkspace } from '../session/workspace.tsx';
import { Badge } from '../ui/badge.tsx';
import { Ago } from '../ui/moment.tsx';
import type { Card } from './cards.ts';
import { QuestionLine } from './question-line.tsx';
import { EFFECTS } from './words.ts';

/** What a run asks, in a list. */
export function CardLine({
  card,
  isCurrent = false,
  show,
}: {
  card: Card;
  isCurrent?: boolean;
  /** Which list it stands in, to come back to. */
  show?: string | undefined;
}) {
  const { id } = useWorkspace();
  const [first, ...more] = card.questions;
  if (more.length === 0) return <QuestionLine question={first} isCurrent={isCurrent} show={show} />;
  const effects = new Set(card.questions.map(({ effect }) => effect));
  return (
    <Link
      id={`question-${card.id}`}
      to="/w/$ws/inbox/$question"
      params={{ ws: id, question: card.id }}
      search={show ? { show } : {}}
      aria-current={isCurrent ? 'true' : undefined}
      className="-mx-2 grid gap-1.5 rounded-lg px-2 py-3 hover:bg-hover aria-[current]:bg-hover"
    >
      <span className="line-clamp-2 text-[15px] leading-snug break-words">
        {visibleText(first.sentence)}
      </span>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[13px] text-ink-3">
        {[...effects].map((effect) => (
          <Badge key={effect} tone={EFFECTS[effect].tone}>
            {EFFECTS[effect].word}
          </Badge>
        ))}
        <span className="font-medium text-ink-2">and {more.length} more of this run</span>
        <span className="ml-auto">
          <Ago at={first.askedAt} />
        </span>
      </span>
    </Link>
  );
}

import type { QuestionView } from '@countersign/contract';
import { Link } from '@tanstack/react-router';
import { visibleText } from '../quote/visible.ts';
import { useWorkspace } from '../session/workspace.tsx';
import { Badge } from '../ui/badge.tsx';
import { Ago } from '../ui/moment.tsx';
import { doubtGroups } from './doubt-groups.ts';
import { EFFECTS, STATUSES } from './words.ts';

/** A question in a list. */
export function QuestionLine({
  question,
  isCurrent = false,
  show,
}: {
  question: QuestionView;
  isCurrent?: boolean;
  /** Which list it stands in, to come back to. */
  show?: string | undefined;
}) {
  const { id } = useWorkspace();
  const { status, effect, kind, sentence, missing, args, barred } = question;
  const { approvals = 1, supports = [] } = question;
  const doubts = doubtGroups(missing, args).length;
  return (
    <Link
      id={`question-${question.id}`}
      to="/w/$ws/inbox/$question"
      params={{ ws: id, question: question.id }}
      search={show ? { show } : {}}
      aria-current={isCurrent ? 'true' : undefined}
      className="-mx-2 grid gap-1.5 rounded-lg px-2 py-3 hover:bg-hover aria-[current]:bg-hover"
    >
      <span className="line-clamp-2 text-[15px] leading-snug break-words">
        {visibleText(sentence)}
      </span>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[13px] text-ink-3">
        {status === 'open' ? (
          <Badge tone={EFFECTS[effect].tone}>{EFFECTS[effect].word}</Badge>
        ) : (
          <Badge tone={STATUSES[status].tone}>{STATUSES[status].word}</Badge>
        )}
        {question.delegated && <span>sub-agent {visibleText(question.delegated.agent)}</span>}
        {kind === 'unknown' && <Badge tone="unknown">Answer lost</Badge>}
        {barred !== null && <Badge>for somebody else</Badge>}
        {status === 'open' && approvals > 1 && (
          <Badge tone="held">
            {supports.filter(({ counts }) => counts).length} of {approvals} said yes
          </Badge>
        )}
        {doubts > 0 && (
          <span>{doubts === 1 ? 'one thing in doubt' : `${doubts} things in doubt`}</span>
        )}
        <span className="ml-auto">
          <Ago at={question.askedAt} />
        </span>
      </span>
    </Link>
  );
}

import type { RunSummary } from '@countersign/contract';
import { Link } from '@tanstack/react-router';
import { visibleText } from '../quote/visible.ts';
import { useWorkspace } from '../session/workspace.tsx';
import { Badge } from '../ui/badge.tsx';
import { Ago } from '../ui/moment.tsx';
import { duration } from '../ui/time.ts';
import { runState } from './state-words.ts';

/** A run in a list. */
export function RunLine({ run, by }: { run: RunSummary; by?: string | undefined }) {
  const { id } = useWorkspace();
  const { word, tone } = runState(run);
  return (
    <Link
      to="/w/$ws/runs/$run"
      params={{ ws: id, run: run.id }}
      className="-mx-2 grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-0.5 rounded-lg px-2 py-3 hover:bg-hover"
    >
      <span className="min-w-0 truncate text-[15px]">{visibleText(run.title)}</span>
      <Badge tone={tone}>{word}</Badge>
      <span className="min-w-0 truncate text-[13px] text-ink-3">
        {run.agentName}
        {by && ` for ${by}`}
        {run.endedAt !== null && ` · ${duration(run.endedAt - run.startedAt)}`}
      </span>
      <span className="text-right text-[13px] text-ink-3">
        <Ago at={run.startedAt} />
      </span>
    </Link>
  );
}

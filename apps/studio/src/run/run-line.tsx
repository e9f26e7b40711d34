import type { RunSummary } from '@countersign/contract';
import { Link } from '@tanstack/react-router';
import { visibleText } from '../quote/visible.ts';
import { useWorkspace } from '../session/workspace.tsx';
import { Badge } from '../ui/badge.tsx';
import { classes } from '../ui/classes.ts';
import { Ago } from '../ui/moment.tsx';
import { duration } from '../ui/time.ts';
import { runState } from './state-words.ts';

/** A run in a list: on one line where there is room and many are looked through, else on two. */
export function RunLine({
  run,
  by,
  dense = false,
}: {
  run: RunSummary;
  by?: string | undefined;
  dense?: boolean;
}) {
  const { id } = useWorkspace();
  const { word, tone } = runState(run);
  const took = run.endedAt === null ? '' : duration(run.endedAt - run.startedAt);
  return (
    <Link
      to="/w/$ws/runs/$run"
      params={{ ws: id, run: run.id }}
      className={classes(
        '-mx-2 grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-0.5 rounded-lg px-2 py-3 hover:bg-hover',
        dense && 'lg:grid-cols-[1fr_15rem_5rem_8.5rem_5.5rem] lg:py-2',
      )}
    >
      <span className="min-w-0 truncate text-[15px]">{visibleText(run.title)}</span>
      <span className={classes('justify-self-end', dense && 'lg:order-3 lg:justify-self-start')}>
        <Badge tone={tone}>{word}</Badge>
      </span>
      <span className={classes('min-w-0 truncate text-[13px] text-ink-3', dense && 'lg:order-1')}>
        {run.agentName}
        {by && ` for ${by}`}
        {took && <span className={dense ? 'lg:hidden' : undefined}> · {took}</span>}
      </span>
      {dense && (
        <span className="order-2 hidden text-right text-[13px] text-ink-3 tabular-nums lg:inline">
          {took}
        </span>
      )}
      <span className={classes('text-right text-[13px] text-ink-3', dense && 'lg:order-4')}>
        <Ago at={run.startedAt} />
      </span>
    </Link>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { PageLoading } from '../../app/page-states.tsx';
import { keys } from '../../data/keys.ts';
import { usePersonName } from '../../data/names.ts';
import { visibleText } from '../../quote/visible.ts';
import { runState } from '../../run/state-words.ts';
import { useRun } from '../../run/use-run.ts';
import { useStopRun } from '../../run/use-stop-run.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copy.tsx';
import { Ago, Elapsed } from '../../ui/moment.tsx';
import { Problem } from '../../ui/states.tsx';
import { Choice } from '../../ui/tabs.tsx';
import { duration } from '../../ui/time.ts';
import { useTitle } from '../../ui/use-title.ts';
import { Delegated, DelegatedBy } from './delegated.tsx';
import { Held } from './held.tsx';
import { Limits } from './limits.tsx';
import { Outcome } from './outcome.tsx';
import { Proof } from './proof.tsx';
import { TimelineView } from './timeline-view.tsx';
import { Tree } from './tree.tsx';

type Way = 'tree' | 'timeline';

/** One run: what it was asked, every step with its reason, what it used, and its proof. */
export function RunPage() {
  const { run: id } = useParams({ from: '/w/$ws/runs/$run' });
  const { call } = useSearch({ from: '/w/$ws/runs/$run' });
  const { api, id: ws } = useWorkspace();
  const summary = useQuery({
    queryKey: keys.run(ws, id),
    queryFn: () => api.runs.get(id),
    refetchInterval: (query) => (query.state.data?.status === 'ended' ? false : 3_000),
  });
  const view = useRun(id);
  const personName = usePersonName();
  const stop = useStopRun(id);
  const [way, setWay] = useState<Way>('tree');
  const [picked, setPicked] = useState(call);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(call ? [call] : []));
  const pick = useCallback((step: string) => {
    setOpen(new Set([step]));
    setPicked(step);
    setWay('tree');
  }, []);
  const run = summary.data;
  useTitle(run ? visibleText(run.title) : 'Run');

  if (summary.isError && !run)
    return <Problem page error={summary.error} retry={() => void summary.refetch()} />;
  if (!run) return <PageLoading />;
  // The stream knows sooner than the list.
  const result = view.result ?? run.result;
  const status = view.result ? 'ended' : run.status;
  const { word, tone } = runState({ ...run, status, result });
  const endedAt = view.endedAt ?? run.endedAt;

  return (
    <div className="mx-auto max-w-6xl px-4 pt-6 pb-24 sm:px-8 sm:pt-10">
      <header>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-3">
          <Badge tone={tone}>{word}</Badge>
          <span>
            {run.agentName}, version {run.agentVersion}
          </span>
          <span>for {personName(run.person)}</span>
          <Ago at={run.startedAt} />
          <span>
            {endedAt === null ? (
              <Elapsed since={run.startedAt} />
            ) : (
              duration(endedAt - run.startedAt)
            )}
          </span>
          <Copyable text={run.id} label="run id" />
        </div>
        <h1 className="mt-2 max-w-4xl font-serif text-[28px] leading-[1.2] tracking-[-0.01em] break-words sm:text-[34px]">
          {visibleText(run.title)}
        </h1>
        <div className="mt-5 flex flex-wrap items-center gap-2">
          <Choice<Way>
            label="View"
            value={way}
            onChange={setWay}
            options={[
              { value: 'tree', label: 'Steps' },
              { value: 'timeline', label: 'Timeline' },
            ]}
          />
          <DelegatedBy run={run} />
          {run.conversation !== null && (
            <Link
              to="/w/$ws/chat/$conversation"
              params={{ ws, conversation: run.conversation }}
              className="inline-flex min-h-9 items-center rounded-lg px-3 text-sm font-medium text-ink-2 hover:bg-hover hover:text-ink"
            >
              Conversation
            </Link>
          )}
          {status !== 'ended' && (
            <Button look="danger" busy={stop.isPending} onClick={() => stop.mutate()}>
              Stop the run
            </Button>
          )}
        </div>
      </header>

      <div className="mt-8 grid gap-x-12 gap-y-12 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="min-w-0">
          <Delegated run={run.id} hasEnded={status === 'ended'} />
          {way === 'tree' ? (
            <Tree view={view} open={open} setOpen={setOpen} focus={picked} />
          ) : (
            <TimelineView view={view} onPick={pick} />
          )}
          {result && <Outcome result={result} view={view} />}
        </div>
        <aside className="grid content-start gap-10 lg:sticky lg:top-10 lg:self-start">
          <Limits view={view} />
          <Held view={view} onPick={pick} />
          <Proof run={run.id} hasEnded={status === 'ended'} />
        </aside>
      </div>
    </div>
  );
}

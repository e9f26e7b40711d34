import type { RunSummary } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { keys } from '../../data/keys.ts';
import { RunLine } from '../../run/run-line.tsx';
import { useWorkspace } from '../../session/workspace.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ProblemLine } from '../../ui/states.tsx';

/** The runs that do a part of this one's work, and those below them. */
export function Delegated({ run, hasEnded }: { run: string; hasEnded: boolean }) {
  const { children, error } = useChildren(run, hasEnded);
  if (error) return <ProblemLine error={error} />;
  if (children.length === 0) return null;
  return (
    <section aria-label="Delegated" className="mb-6 rounded-xl border border-line px-4 py-3">
      <h2 className="text-[13px] font-semibold text-ink-2">Delegated</h2>
      <p className="mt-1 text-[13px] text-ink-3">
        Each worked in a context of its own, with no more rights and no more budget than this run.
      </p>
      <Children runs={children} />
    </section>
  );
}

function Children({ runs }: { runs: readonly RunSummary[] }) {
  return (
    <ul className="mt-1">
      {runs.map((child) => (
        <li key={child.id}>
          <RunLine run={child} />
          {child.openQuestions > 0 && (
            <Badge tone="held">
              {child.openQuestions === 1 ? 'asks one thing' : `asks ${child.openQuestions} things`}
            </Badge>
          )}
          <Below run={child} />
        </li>
      ))}
    </ul>
  );
}

function Below({ run }: { run: RunSummary }) {
  const { children } = useChildren(run.id, run.status === 'ended');
  if (children.length === 0) return null;
  return (
    <div className="ml-3 border-l border-line pl-4">
      <Children runs={children} />
    </div>
  );
}

/** The way to the run that delegated to this one. */
export function DelegatedBy({ run }: { run: RunSummary }) {
  const { id: ws } = useWorkspace();
  if (!run.parent) return null;
  return (
    <Link
      to="/w/$ws/runs/$run"
      params={{ ws, run: run.parent.run }}
      search={{ call: run.parent.call }}
      className="inline-flex min-h-9 items-center rounded-lg px-3 text-sm font-medium text-ink-2 hover:bg-hover hover:text-ink"
    >
      The run above
    </Link>
  );
}

function useChildren(run: string, hasEnded: boolean) {
  const { api, id: ws } = useWorkspace();
  const { data, error } = useQuery({
    queryKey: [...keys.run(ws, run), 'children'],
    queryFn: () => api.runs.children(run),
    refetchInterval: (query) =>
      hasEnded && query.state.data?.every(({ status }) => status === 'ended') ? false : 3_000,
  });
  return { children: data ?? [], error: data ? null : error };
}

import type { RunStatus, RunSummary } from '@countersign/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { keys } from '../../data/keys.ts';
import { usePersonName } from '../../data/names.ts';
import { useAgents } from '../../data/queries.ts';
import { reaches } from '../../data/roles.ts';
import { RunLine } from '../../run/run-line.tsx';
import { useWorkspace } from '../../session/workspace.tsx';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Problem, ProblemLine, SkeletonRows } from '../../ui/states.tsx';
import { Choice } from '../../ui/tabs.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';

const STATUSES = [
  { value: 'all', label: 'All' },
  { value: 'running', label: 'Running' },
  { value: 'parked', label: 'Waiting' },
  { value: 'ended', label: 'Ended' },
] as const;
type Shown = (typeof STATUSES)[number]['value'];

/** All runs, the last one first. Nothing is deleted by itself, so a run that was is here. */
export function Runs() {
  const { api, id, role } = useWorkspace();
  const search = useSearch({ from: '/w/$ws/runs' });
  const navigate = useNavigate();
  const agents = useAgents();
  const personName = usePersonName();
  const shown = STATUSES.find(({ value }) => value === search.status)?.value ?? 'all';
  const status: RunStatus | undefined = shown === 'all' ? undefined : shown;
  const list = useInfiniteQuery({
    queryKey: [...keys.runs(id), 'list', { status, agent: search.agent }],
    queryFn: ({ pageParam }) =>
      api.runs.list({
        limit: 100,
        ...(status ? { status } : {}),
        ...(search.agent ? { agent: search.agent } : {}),
        ...(pageParam ? { before: pageParam } : {}),
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    // Whoever has gone far back looks for something old; all those pages again would be of no use to them.
    refetchInterval: (query) => ((query.state.data?.pages.length ?? 0) > 2 ? false : 10_000),
  });
  const items = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const seesOthers = reaches(role, 'responder');
  const draw = useCallback(
    (run: RunSummary) => (
      <div className="border-b border-line">
        <RunLine dense run={run} by={seesOthers ? personName(run.person) : undefined} />
      </div>
    ),
    [seesOthers, personName],
  );
  const isFiltered = status !== undefined || search.agent !== undefined;
  const go = (next: { status?: Shown; agent?: string }) =>
    void navigate({
      to: '/w/$ws/runs',
      params: { ws: id },
      search: {
        ...(next.status && next.status !== 'all' ? { status: next.status } : {}),
        ...(next.agent ? { agent: next.agent } : {}),
      },
    });

  return (
    <Page
      width="wide"
      title="Runs"
      lead={
        seesOthers
          ? 'Every run of everybody in this workspace, with all it did and why it might.'
          : 'Your runs, with all they did and why they might.'
      }
    >
      <div className="flex flex-wrap items-center gap-3">
        <Choice
          label="Status"
          value={shown}
          options={STATUSES}
          onChange={(next) =>
            go({ status: next, ...(search.agent ? { agent: search.agent } : {}) })
          }
        />
        <Select
          aria-label="Agent"
          className="!w-auto !py-1 text-sm"
          value={search.agent ?? ''}
          onChange={(event) => go({ status: shown, agent: event.target.value })}
        >
          <option value="">Every agent</option>
          {agents.data?.map((agent) => (
            <option key={agent.id} value={agent.id}>
              {agent.draft.name}
            </option>
          ))}
        </Select>
      </div>
      <div className="mt-5">
        {list.isPending && <SkeletonRows rows={8} />}
        {list.isError && !list.data && (
          <Problem error={list.error} retry={() => void list.refetch()} />
        )}
        {list.data && items.length === 0 && (
          <Nothing isFiltered={isFiltered} clear={() => go({})} />
        )}
        {items.length > 0 && (
          <div className="border-t border-line">
            <VirtualList
              label="Runs, the last one first"
              items={items}
              keyOf={keyOf}
              draw={draw}
              estimate={heightOf}
              onNearEnd={more}
            />
          </div>
        )}
        {isFetchingNextPage && <SkeletonRows rows={2} />}
        {list.isFetchNextPageError && (
          <div className="mt-4 grid justify-items-start gap-3">
            <ProblemLine error={list.error} />
            <Button onClick={() => void fetchNextPage()}>Older runs</Button>
          </div>
        )}
      </div>
    </Page>
  );
}

function keyOf({ id }: RunSummary): string {
  return id;
}

function heightOf(): number {
  return IS_WIDE.matches ? 41 : 73;
}

/** As for the row's own line breaks. */
const IS_WIDE = matchMedia('(min-width: 64rem)');

function Nothing({ isFiltered, clear }: { isFiltered: boolean; clear: () => void }) {
  const { id } = useWorkspace();
  return isFiltered ? (
    <Empty title="No run fits" action={<Button onClick={clear}>Show all runs</Button>}>
      <p>There are runs, but none like this.</p>
    </Empty>
  ) : (
    <Empty
      title="No runs yet"
      action={
        <Link
          to="/w/$ws/chat"
          params={{ ws: id }}
          className="font-medium underline underline-offset-3"
        >
          Ask an agent something
        </Link>
      }
    >
      <p>
        A run is one piece of work of an agent: each step, its reason and its proof stand in it.
      </p>
    </Empty>
  );
}

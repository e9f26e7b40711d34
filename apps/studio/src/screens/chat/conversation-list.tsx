import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { keys } from '../../data/keys.ts';
import { useAgents } from '../../data/queries.ts';
import { Visible } from '../../quote/visible-text.tsx';
import { useWorkspace } from '../../session/workspace.tsx';
import { Button } from '../../ui/button.tsx';
import { ProblemLine, SkeletonRows } from '../../ui/states.tsx';
import { shortTime } from '../../ui/time.ts';
import { now } from '../../ui/use-now.ts';

/** All conversations, the last one first. */
export function ConversationList({
  current,
  onPick,
}: {
  current: string | null;
  onPick?: () => void;
}) {
  const { api, id } = useWorkspace();
  const agents = useAgents();
  const list = useInfiniteQuery({
    queryKey: keys.conversations(id),
    queryFn: ({ pageParam }) =>
      api.conversations.list({ limit: 50, ...(pageParam ? { before: pageParam } : {}) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const nameOf = (agent: string) => agents.data?.find((one) => one.id === agent)?.draft.name ?? '';
  return (
    <div>
      <div className="flex items-center justify-between px-2">
        <h2 className="text-xs font-medium text-ink-3">Conversations</h2>
        <Link
          to="/w/$ws/chat"
          params={{ ws: id }}
          {...(onPick ? { onClick: onPick } : {})}
          className="inline-flex min-h-8 items-center gap-1 rounded-lg px-2 text-[13px] font-medium text-ink-2 hover:bg-hover hover:text-ink"
        >
          <Plus size={14} aria-hidden="true" /> New
        </Link>
      </div>
      {list.isPending && <SkeletonRows rows={4} />}
      {list.isError && <ProblemLine error={list.error} />}
      {list.data && items.length === 0 && (
        <p className="px-2 py-3 text-sm text-ink-3">What you talk about is kept here.</p>
      )}
      <ul className="mt-1 grid gap-px">
        {items.map((one) => (
          <li key={one.id}>
            <Link
              to="/w/$ws/chat/$conversation"
              params={{ ws: id, conversation: one.id }}
              {...(onPick ? { onClick: onPick } : {})}
              aria-current={one.id === current ? 'page' : undefined}
              className="block rounded-lg px-2 py-1.5 hover:bg-hover aria-[current]:bg-hover"
            >
              <span className="block truncate text-sm">
                <Visible text={one.title || 'Untitled'} />
              </span>
              <span className="flex justify-between gap-2 text-xs text-ink-3">
                <span className="truncate">{nameOf(one.agent)}</span>
                <span className="shrink-0">{shortTime(one.updatedAt, now())}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          size="small"
          look="quiet"
          className="mt-2 w-full"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Older
        </Button>
      )}
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { keys } from '../../data/keys.ts';
import { useAgents } from '../../data/queries.ts';
import { visibleText } from '../../quote/visible.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Problem, Skeleton } from '../../ui/states.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { Composer } from './composer.tsx';
import { ConversationsButton } from './conversations-button.tsx';
import { StopButton } from './stop-button.tsx';
import { Turn } from './turn.tsx';
import { useStartRun } from './use-start-run.ts';
import { useStickToEnd } from './use-stick-to-end.ts';
import { WhenNear } from './when-near.tsx';

/** Turns that are followed at once; older ones when they come near. */
const AT_ONCE = 3;

/** A conversation: its turns, and what may be said next. */
export function Thread({ id }: { id: string }) {
  const { api, id: ws, person } = useWorkspace();
  const conversation = useQuery({
    queryKey: keys.conversation(ws, id),
    queryFn: () => api.conversations.get(id),
    // The list of its runs may grow from another tab; their content comes over their own streams.
    refetchInterval: 15_000,
  });
  const agents = useAgents();
  const about = conversation.data?.conversation;
  const agent = agents.data?.find((one) => one.id === about?.agent);
  const start = useStartRun(about?.agent ?? '', id);
  const runs = conversation.data?.runs ?? [];
  const last = runs.at(-1);
  const end = useRef<HTMLDivElement>(null);
  useStickToEnd(end);
  useTitle(about ? visibleText(about.title) : 'Chat');

  // The latest turn comes into view when it begins.
  const lastId = last?.id;
  useEffect(() => {
    if (lastId) end.current?.scrollIntoView({ block: 'end' });
  }, [lastId]);

  if (conversation.isError)
    return <Problem page error={conversation.error} retry={() => void conversation.refetch()} />;

  return (
    <div className="mx-auto flex min-h-[calc(100dvh-4rem)] max-w-[46rem] flex-col px-4 sm:px-8 lg:min-h-dvh">
      <header className="sticky top-0 z-10 -mx-2 flex items-center justify-between gap-4 bg-paper px-2 py-3">
        <h1 className="min-w-0 truncate text-sm font-semibold">
          {about ? visibleText(about.title) : 'Conversation'}
          {agent && <span className="ml-2 font-normal text-ink-3">{agent.draft.name}</span>}
        </h1>
        <ConversationsButton current={id} />
      </header>
      <div className="grid flex-1 content-start gap-10 py-6">
        {conversation.isPending && <Skeleton className="h-24" />}
        {runs.map((run, at) => (
          <WhenNear key={run.id} always={at >= runs.length - AT_ONCE} height={240}>
            <Turn run={run.id} summary={run} />
          </WhenNear>
        ))}
      </div>
      <div ref={end} className="scroll-mb-40" />
      {about?.person === person.id ? (
        <Composer
          placeholder={last && last.result === null ? 'Say something for the next turn' : 'Go on'}
          busy={start.isPending}
          error={start.error}
          onSend={(message) => start.mutateAsync(message)}
          aside={last && <StopButton run={last.id} />}
        />
      ) : (
        about && (
          <p className="border-t border-line py-4 text-center text-sm text-ink-3">
            This is somebody else’s conversation. You can read it and answer its questions.
          </p>
        )
      )}
    </div>
  );
}

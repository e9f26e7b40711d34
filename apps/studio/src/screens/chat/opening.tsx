import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowUpRight, ChevronDown } from 'lucide-react';
import { PageLoading } from '../../app/page-states.tsx';
import { useAgents } from '../../data/queries.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { Empty, Problem } from '../../ui/states.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { Composer } from './composer.tsx';
import { ConversationsButton } from './conversations-button.tsx';
import { useStartRun } from './use-start-run.ts';

/** Before the first message: whom to talk to, what it says of itself, and what one may ask. */
export function Opening() {
  useTitle('Chat');
  const { id } = useWorkspace();
  const { agent: wanted } = useSearch({ from: '/w/$ws/chat' });
  const navigate = useNavigate();
  const agents = useAgents();
  const published = agents.data?.filter(({ publishedVersion }) => publishedVersion > 0) ?? [];
  const agent = published.find((one) => one.id === wanted) ?? published[0];
  const start = useStartRun(agent?.id ?? '', 'new');

  if (agents.isPending) return <PageLoading />;
  if (agents.isError)
    return <Problem page error={agents.error} retry={() => void agents.refetch()} />;
  if (!agent) {
    return (
      <Empty
        page
        title="No agent is published yet"
        action={
          <Link
            to="/w/$ws/agents"
            params={{ ws: id }}
            className="font-medium underline underline-offset-3"
          >
            See the agents
          </Link>
        }
      >
        <p>
          A builder makes an agent, gives it tools and publishes it. Then you can talk to it here.
        </p>
      </Empty>
    );
  }

  return (
    <div className="mx-auto flex min-h-[calc(100dvh-4rem)] max-w-[46rem] flex-col px-4 sm:px-8 lg:min-h-dvh">
      <div className="flex justify-end pt-4">
        <ConversationsButton current={null} />
      </div>
      <div className="flex flex-1 flex-col justify-center py-10">
        <Menu
          trigger={
            <button
              type="button"
              className="-ml-2 inline-flex min-h-9 cursor-pointer items-center gap-1.5 self-start rounded-lg px-2 text-sm font-medium text-ink-2 hover:bg-hover"
            >
              <span className="sr-only">Agent: </span>
              {agent.draft.name}
              <ChevronDown size={14} aria-hidden="true" />
            </button>
          }
        >
          {published.map((one) => (
            <MenuItem
              key={one.id}
              checked={one.id === agent.id}
              hint={one.draft.description}
              onSelect={() =>
                void navigate({ to: '/w/$ws/chat', params: { ws: id }, search: { agent: one.id } })
              }
            >
              {one.draft.name}
            </MenuItem>
          ))}
        </Menu>
        <h1 className="mt-2 font-serif text-[26px] leading-[1.3] tracking-[-0.005em] text-pretty sm:text-[30px]">
          {agent.draft.opening || `What should ${agent.draft.name} do?`}
        </h1>
        {agent.draft.suggestions.length > 0 && (
          <ul className="mt-7 grid gap-2">
            {agent.draft.suggestions.map((suggestion) => (
              <li key={suggestion}>
                <Button
                  className="group w-full !justify-between !px-4 !py-3 text-left !whitespace-normal"
                  busy={start.isPending}
                  onClick={() => start.mutate({ text: suggestion, pasted: [], files: [] })}
                >
                  {suggestion}
                  <ArrowUpRight
                    size={16}
                    aria-hidden="true"
                    className="shrink-0 text-ink-3 transition-colors group-hover:text-ink"
                  />
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <Composer
        placeholder={`Ask ${agent.draft.name}`}
        busy={start.isPending}
        error={start.error}
        onSend={(message) => start.mutateAsync(message)}
      />
    </div>
  );
}

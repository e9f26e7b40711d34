import { Link } from '@tanstack/react-router';
import { useAgents } from '../../data/queries.ts';
import { reaches } from '../../data/roles.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Ago } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Problem, SkeletonRows } from '../../ui/states.tsx';
import { NewAgent } from './new-agent.tsx';

/** All agents. */
export function Agents() {
  const { id, role } = useWorkspace();
  const agents = useAgents();
  const isBuilder = reaches(role, 'builder');
  return (
    <Page
      title="Agents"
      lead="What each is told, which tools it has, and what it may use up. A published version never changes."
      actions={isBuilder && <NewAgent />}
    >
      {agents.isPending && <SkeletonRows />}
      {agents.isError && !agents.data && (
        <Problem error={agents.error} retry={() => void agents.refetch()} />
      )}
      {agents.data?.length === 0 && (
        <Empty title="No agents yet">
          <p>
            An agent is a text that says what to do, a model, and a few tools. It can do nothing
            that its tools cannot, and nothing unasked.
          </p>
        </Empty>
      )}
      {agents.data && agents.data.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {agents.data.map((agent) => (
            <li key={agent.id}>
              <Link
                to="/w/$ws/agents/$agent"
                params={{ ws: id, agent: agent.id }}
                className="-mx-2 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 rounded-lg px-2 py-4 hover:bg-hover"
              >
                <span className="truncate text-[16px] font-medium">{agent.draft.name}</span>
                {agent.publishedVersion > 0 ? (
                  <Badge tone="allowed">Version {agent.publishedVersion}</Badge>
                ) : (
                  <Badge>Draft only</Badge>
                )}
                <span className="line-clamp-2 text-sm text-ink-2">
                  {agent.draft.description || 'No description'}
                </span>
                <span className="text-[13px] text-ink-3">
                  <Ago at={agent.updatedAt} />
                </span>
                <span className="text-[13px] text-ink-3">
                  {agent.draft.tools.length === 1 ? '1 tool' : `${agent.draft.tools.length} tools`}{' '}
                  · {agent.draft.model.name}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}

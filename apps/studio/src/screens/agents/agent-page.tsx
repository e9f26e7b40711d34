import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { keys } from '../../data/keys.ts';
import { reaches } from '../../data/roles.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Page } from '../../ui/page.tsx';
import { Problem, SkeletonRows } from '../../ui/states.tsx';
import { AgentEditor } from './agent-editor.tsx';
import { AgentReader } from './agent-reader.tsx';

/** One agent: to be read by everybody, to be changed by builders. */
export function AgentPage() {
  const { agent: id } = useParams({ from: '/w/$ws/agents/$agent' });
  const { api, id: ws, role } = useWorkspace();
  const agent = useQuery({
    queryKey: keys.agent(ws, id),
    queryFn: () => api.agents.get(id),
    // An editor works on what it read; it is told of other revisions when it saves.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  if (agent.isError && !agent.data)
    return <Problem page error={agent.error} retry={() => void agent.refetch()} />;
  if (!agent.data) {
    return (
      <Page title="Agent">
        <SkeletonRows />
      </Page>
    );
  }
  const crumb = (
    <Link
      to="/w/$ws/agents"
      params={{ ws }}
      className="underline decoration-line-strong underline-offset-3"
    >
      Agents
    </Link>
  );
  return reaches(role, 'builder') ? (
    <AgentEditor key={agent.data.id} agent={agent.data} crumb={crumb} />
  ) : (
    <AgentReader agent={agent.data} crumb={crumb} />
  );
}

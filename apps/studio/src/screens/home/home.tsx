import { useQuery } from '@tanstack/react-query';
import { PageLoading } from '../../app/page-states.tsx';
import { keys } from '../../data/keys.ts';
import { useAgents } from '../../data/queries.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Problem } from '../../ui/states.tsx';
import { Overview } from './overview.tsx';
import { Welcome } from './welcome.tsx';

/** The start: a first run to make, or, once there was one, what waits and what happened. */
export function Home() {
  const { api, id } = useWorkspace();
  const agents = useAgents();
  const runs = useQuery({
    queryKey: [...keys.runs(id), 'home'],
    queryFn: () => api.runs.list({ limit: 8 }),
    refetchInterval: 10_000,
  });
  const error = agents.error ?? runs.error;
  if (error && !(agents.data && runs.data)) {
    return (
      <Problem
        page
        error={error}
        retry={() => {
          void agents.refetch();
          void runs.refetch();
        }}
      />
    );
  }
  if (!agents.data || !runs.data) return <PageLoading />;
  return runs.data.items.length === 0 ? (
    <Welcome agents={agents.data} />
  ) : (
    <Overview runs={runs.data.items} agents={agents.data} />
  );
}

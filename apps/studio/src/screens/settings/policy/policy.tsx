import type { PolicyVersion } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { keys } from '../../../data/keys.ts';
import { reaches } from '../../../data/roles.ts';
import { useWorkspace } from '../../../session/workspace.tsx';
import { Section } from '../../../ui/page.tsx';
import { Problem, SkeletonRows } from '../../../ui/states.tsx';
import { Editor } from './editor.tsx';
import { History } from './history.tsx';
import { Proposals } from './proposals.tsx';

/** The policies in force, the way to change them, and all that were. */
export function Policy() {
  const { api, id } = useWorkspace();
  const policy = useQuery({ queryKey: keys.policy(id), queryFn: () => api.policy.get() });
  if (policy.isError && !policy.data)
    return <Problem error={policy.error} retry={() => void policy.refetch()} />;
  return policy.data ? <Loaded policy={policy.data} /> : <SkeletonRows rows={6} />;
}

function Loaded({ policy }: { policy: PolicyVersion }) {
  const { role } = useWorkspace();
  const mayChange = reaches(role, 'admin');
  return (
    <>
      <Editor key={policy.number} policy={policy} mayChange={mayChange} />
      <Section title="Proposals" lead="Changes that wait for a second person, and those that did.">
        <Proposals current={policy} mayChange={mayChange} />
      </Section>
      <Section title="Versions" lead="Every change, with who made it. None is ever lost.">
        <History current={policy} mayChange={mayChange} />
      </Section>
    </>
  );
}

import type { Role } from '@countersign/contract';
import { Empty } from '../ui/states.tsx';
import { useMembers } from './queries.ts';
import { reaches } from './roles.ts';

/** Stands where somebody may not look: who may, and whom to ask. */
export function NeedsRole({ needs, what }: { needs: Role; what: string }) {
  const { data } = useMembers();
  const admins = data?.filter((member) => reaches(member.role, 'admin')).slice(0, 3) ?? [];
  return (
    <Empty title={`You would have to be a ${needs} for this`}>
      <p>
        Your role here does not include {what}.
        {admins.length > 0 && ` ${admins.map(({ name }) => name).join(', ')} can change that.`}
      </p>
    </Empty>
  );
}

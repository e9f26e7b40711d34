import { type Member, ROLES, type Role } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { UserMinus } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { keys } from '../../data/keys.ts';
import { useMembers } from '../../data/queries.ts';
import { ROLE_WORDS, reaches } from '../../data/roles.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Ask } from '../../ui/ask.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import { Section } from '../../ui/page.tsx';
import { Problem, SkeletonRows } from '../../ui/states.tsx';
import { Invite } from './invite.tsx';

/** Everybody in the workspace, with what they may do. */
export function Members() {
  const { role } = useWorkspace();
  const members = useMembers();
  const isAdmin = reaches(role, 'admin');
  return (
    <>
      <Section
        title="Members"
        lead="An agent acts for one of them, and never may do more than that person."
      >
        {members.isPending && <SkeletonRows rows={3} />}
        {members.isError && <Problem error={members.error} retry={() => void members.refetch()} />}
        <ul className="divide-y divide-line border-y border-line">
          {members.data?.map((member) => (
            <li key={member.person} className="grid grid-cols-[1fr_auto] items-center gap-4 py-3">
              <span className="min-w-0">
                <span className="block truncate text-[15px] font-medium">{member.name}</span>
                <span className="block text-sm break-words text-ink-3">{member.email}</span>
              </span>
              <span className="flex items-center gap-1">
                <RoleOf member={member} mayChange={isAdmin && reaches(role, member.role)} />
                {isAdmin && reaches(role, member.role) && <Removal member={member} />}
              </span>
            </li>
          ))}
        </ul>
      </Section>
      {isAdmin && (
        <Section
          title="Invite somebody"
          lead="You get a link to give them. It works once, for that address, for seven days."
        >
          <Invite />
        </Section>
      )}
    </>
  );
}

function RoleOf({ member, mayChange }: { member: Member; mayChange: boolean }) {
  const { api, id, role, person } = useWorkspace();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (next: Role) => api.members.put(member.person, next),
    onSuccess: () => toast(`${member.name} has another role now`),
    onError: (error) => toast.error('The role stays as it was', { description: error.message }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.members(id) }),
  });
  // Nobody locks themselves out by a slip: somebody else changes one's own role.
  if (!mayChange || member.person === person.id)
    return <span className="text-sm text-ink-2">{member.role}</span>;
  return (
    <Select
      aria-label={`Role of ${member.name}`}
      className="!w-auto !py-1 text-sm"
      value={change.isPending ? change.variables : member.role}
      onChange={(event) => change.mutate(event.target.value as Role)}
    >
      {ROLES.filter((one) => reaches(role, one)).map((one) => (
        <option key={one} value={one} title={ROLE_WORDS[one]}>
          {one}
        </option>
      ))}
    </Select>
  );
}

/** Takes somebody out, after saying what goes with them. */
function Removal({ member }: { member: Member }) {
  const { api, id, person } = useWorkspace();
  const client = useQueryClient();
  const [asks, setAsks] = useState(false);
  const remove = useMutation({
    mutationFn: () => api.members.remove(member.person),
    onSuccess: () => {
      setAsks(false);
      toast(`${member.name} is not in this workspace any more`);
    },
    onSettled: () =>
      Promise.all(
        [keys.members(id), keys.apiKeys(id), keys.runs(id), keys.questions(id)].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
  // Room for the button, so that the roles stand below each other.
  if (member.person === person.id) return <span aria-hidden="true" className="w-8" />;
  return (
    <>
      <IconButton label={`Remove ${member.name}`} onClick={() => setAsks(true)}>
        <UserMinus size={16} aria-hidden="true" />
      </IconButton>
      <Ask
        open={asks}
        onClose={() => setAsks(false)}
        title={`Remove ${member.name}?`}
        confirm="Remove from the workspace"
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      >
        <p>
          {member.name} can no longer see or do anything here. Their API keys end for ever, and
          their runs that are not over are stopped. What they did stays in the record.
        </p>
        <p className="mt-2">A new invitation lets them in again, without the old keys.</p>
      </Ask>
    </>
  );
}

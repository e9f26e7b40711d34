import { ROLES, type Role } from '@countersign/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { ROLE_WORDS, reaches } from '../../data/roles.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copy.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';
import { ProblemLine } from '../../ui/states.tsx';
import { exactTime } from '../../ui/time.ts';

/** Makes an invitation's link. */
export function Invite() {
  const { api, role: own } = useWorkspace();
  const [draft, setDraft] = useState<{ email: string; role: Role }>({ email: '', role: 'user' });
  const invite = useMutation({
    mutationFn: () => api.members.invite(draft.email.trim(), draft.role),
  });
  const { data, error } = invite;
  return (
    <form
      className="grid max-w-md gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        invite.mutate();
      }}
    >
      <Field
        label="E-mail address"
        error={isApiError(error) && error.field === 'email' ? error.message : null}
      >
        {(control) => (
          <Input
            {...control}
            type="email"
            required
            autoComplete="off"
            value={draft.email}
            onChange={(event) => setDraft({ ...draft, email: event.target.value })}
          />
        )}
      </Field>
      <Field label="Role" hint={ROLE_WORDS[draft.role]}>
        {(control) => (
          <Select
            {...control}
            value={draft.role}
            onChange={(event) => setDraft({ ...draft, role: event.target.value as Role })}
          >
            {ROLES.filter((role) => reaches(own, role)).map((role) => (
              <option key={role}>{role}</option>
            ))}
          </Select>
        )}
      </Field>
      {error && !(isApiError(error) && error.field === 'email') && <ProblemLine error={error} />}
      <div>
        <Button type="submit" look="primary" busy={invite.isPending}>
          Make a link
        </Button>
      </div>
      {data && (
        <div role="status" className="grid gap-2 rounded-xl border border-allowed/35 p-4 text-sm">
          <p>
            For {data.email}, as {data.role}. Give it to them yourself: nothing is mailed, and it is
            shown only here.
          </p>
          <Copyable whole text={data.link} label="invitation link" />
          <p className="text-[13px] text-ink-3">Works once, until {exactTime(data.expiresAt)}.</p>
        </div>
      )}
    </form>
  );
}

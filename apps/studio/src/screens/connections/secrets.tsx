import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { isApiError } from '../../api/api-error.ts';
import { keys } from '../../data/keys.ts';
import { reaches } from '../../data/roles.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Ago } from '../../ui/moment.tsx';
import { Section } from '../../ui/page.tsx';
import { ProblemLine } from '../../ui/states.tsx';

/** Secrets by name. A value goes in and never comes out: the broker alone can open it. */
export function Secrets() {
  const { api, id, role } = useWorkspace();
  const secrets = useQuery({ queryKey: keys.secrets(id), queryFn: () => api.secrets.list() });
  return (
    <Section
      title="Secrets"
      lead="Sealed when they arrive. No page, agent or log shows a value again; the broker puts it in at the connection."
    >
      <ProblemLine error={secrets.error} />
      {secrets.data?.length === 0 && <p className="text-sm text-ink-3">None is stored.</p>}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {secrets.data?.map((secret) => (
          <li
            key={secret.name}
            className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5 text-sm"
          >
            <span className="font-mono">{secret.name}</span>
            <span className="text-[13px] text-ink-3">
              version {secret.version}, <Ago at={secret.createdAt} />
            </span>
          </li>
        ))}
      </ul>
      {reaches(role, 'admin') && <PutSecret />}
    </Section>
  );
}

function PutSecret() {
  const { api, id } = useWorkspace();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const put = useMutation({
    mutationFn: () => api.secrets.put(name.trim(), value),
    onSuccess: (stored) => {
      toast(`${stored.name} is sealed, version ${stored.version}`);
      setName('');
      setValue('');
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.secrets(id) }),
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    put.mutate();
  }
  const error = put.error;
  const errorOf = (field: string) =>
    isApiError(error) && error.field === field ? error.message : null;
  return (
    <form
      className="mt-5 grid max-w-xl items-end gap-3 sm:grid-cols-[1fr_1fr_auto]"
      onSubmit={submit}
    >
      <Field label="Name" error={errorOf('name')}>
        {(control) => (
          <Input
            {...control}
            required
            spellCheck={false}
            autoComplete="off"
            pattern="[A-Za-z0-9_][A-Za-z0-9_.@\-]*"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label="Value" error={errorOf('value')}>
        {(control) => (
          <Input
            {...control}
            type="password"
            required
            autoComplete="off"
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" busy={put.isPending} className="mb-px">
        Seal it
      </Button>
      {error && !errorOf('name') && !errorOf('value') && <ProblemLine error={error} />}
    </form>
  );
}

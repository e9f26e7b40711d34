import { AGENT_SCOPES, SCOPES, type Scope } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { keys } from '../../data/keys.ts';
import { useAgents } from '../../data/queries.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copy.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';
import { ProblemLine } from '../../ui/states.tsx';

const DAYS = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'a year'],
  ['', 'no end'],
] as const;

/** Makes a key; its secret is shown once. */
export function NewKey() {
  const { api, id } = useWorkspace();
  const client = useQueryClient();
  const agents = useAgents();
  const [name, setName] = useState('');
  const [agent, setAgent] = useState('');
  const [days, setDays] = useState('90');
  const [scopes, setScopes] = useState<ReadonlySet<Scope>>(new Set(['runs:read', 'runs:write']));
  const allowed: readonly Scope[] = agent === '' ? SCOPES : AGENT_SCOPES;
  const chosen = [...scopes].filter((scope) => allowed.includes(scope));
  const make = useMutation({
    mutationFn: () =>
      api.keys.create({
        name: name.trim(),
        scopes: chosen,
        agent: agent || null,
        expiresInDays: days === '' ? null : Number(days),
      }),
    onSuccess: () => setName(''),
    onSettled: () => client.invalidateQueries({ queryKey: keys.apiKeys(id) }),
  });
  const toggle = (scope: Scope) => {
    const next = new Set(scopes);
    if (!next.delete(scope)) next.add(scope);
    setScopes(next);
  };
  return (
    <form
      className="grid max-w-xl gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate();
      }}
    >
      <div className="grid gap-4 sm:grid-cols-3">
        <Field
          label="Name"
          error={isApiError(make.error) && make.error.field === 'name' ? make.error.message : null}
        >
          {(control) => (
            <Input
              {...control}
              required
              maxLength={80}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label="Held by">
          {(control) => (
            <Select {...control} value={agent} onChange={(event) => setAgent(event.target.value)}>
              <option value="">me</option>
              {agents.data?.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.draft.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Good for">
          {(control) => (
            <Select {...control} value={days} onChange={(event) => setDays(event.target.value)}>
              {DAYS.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <fieldset>
        <legend className="text-sm font-medium">What it may be used for</legend>
        <div className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-3">
          {SCOPES.map((scope) => {
            const isOff = !allowed.includes(scope);
            return (
              <label
                key={scope}
                className={`flex min-h-8 items-center gap-2 font-mono text-[13px] ${isOff ? 'text-ink-3' : 'cursor-pointer'}`}
              >
                <input
                  type="checkbox"
                  className="size-4 accent-ink"
                  disabled={isOff}
                  checked={scopes.has(scope) && !isOff}
                  onChange={() => toggle(scope)}
                />
                {scope}
              </label>
            );
          })}
        </div>
      </fieldset>
      {make.error && <ProblemLine error={make.error} />}
      <div>
        <Button type="submit" look="primary" busy={make.isPending} disabled={chosen.length === 0}>
          Make the key
        </Button>
      </div>
      {make.data && (
        <div role="status" className="grid gap-2 rounded-xl border border-allowed/35 p-4 text-sm">
          <p className="font-medium">Copy it now: it is not kept, and never shown again.</p>
          <Copyable whole text={make.data.secret} label="key" />
        </div>
      )}
    </form>
  );
}

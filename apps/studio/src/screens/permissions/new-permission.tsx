import { type ActionDescriptor, PERMISSION_DAYS, type PermissionDays } from '@countersign/contract';
import type { NewPermission as Draft } from '@countersign/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { keys } from '../../data/keys.ts';
import { useActions, useAgents } from '../../data/queries.ts';
import { daysWord } from '../../question/words.ts';
import { nameOf } from '../../quote/arguments.tsx';
import { useWorkspace } from '../../session/workspace.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';
import { ProblemLine } from '../../ui/states.tsx';

/** An administrator's form: one text, or numbers up to a bound, for one argument of one agent's action. */
export function NewPermission({ onClose }: { onClose: () => void }) {
  const { api, id } = useWorkspace();
  const client = useQueryClient();
  const agents = (useAgents().data ?? []).filter(({ publishedVersion }) => publishedVersion > 0);
  const actions = useActions().data ?? [];
  const [chosen, setChosen] = useState({ agent: '', action: '', pointer: '' });
  const [kind, setKind] = useState<'exact' | 'at-most'>('exact');
  const tools = agents.find((one) => one.id === chosen.agent)?.draft.tools ?? [];
  const offered = actions.filter(
    (one) => one.effect !== 'destroy' && tools.some(({ action }) => action === one.id),
  );
  const action = offered.find((one) => one.id === chosen.action);
  const make = useMutation({
    mutationFn: (draft: Draft) => api.permissions.create(draft),
    onSuccess: () => {
      toast('It stands from now on');
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.permissions(id) }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const number = (name: string) => (form.get(name) ? Number(form.get(name)) : null);
    const weekly = { calls: number('calls'), sum: kind === 'at-most' ? number('sum') : null };
    make.mutate({
      ...chosen,
      allows:
        kind === 'exact'
          ? { kind, value: String(form.get('value')) }
          : { kind, most: number('most') ?? 0 },
      weekly: weekly.calls === null && weekly.sum === null ? null : weekly,
      // The choices below are the only values it has.
      days: Number(form.get('days')) as PermissionDays,
    });
  };
  return (
    <Dialog open onClose={onClose} title="Permit something beforehand">
      <form className="grid gap-4" onSubmit={submit}>
        <Choice
          label="Agent"
          value={chosen.agent}
          options={agents.map((one) => [one.id, one.draft.name])}
          onChoose={(agent) => setChosen({ agent, action: '', pointer: '' })}
        />
        <Choice
          label="Action"
          value={chosen.action}
          options={offered.map((one) => [one.id, one.title])}
          onChoose={(next) => setChosen({ ...chosen, action: next, pointer: '' })}
        />
        <Choice
          label="Argument"
          hint="Rights and what destroys are asked about each time."
          value={chosen.pointer}
          options={argumentsOf(action).map((one) => [one, nameOf(one)])}
          onChoose={(pointer) => setChosen({ ...chosen, pointer })}
        />
        <Field label="What may stand there">
          {(control) => (
            <Select
              {...control}
              value={kind}
              onChange={(event) => setKind(event.target.value === 'at-most' ? 'at-most' : 'exact')}
            >
              <option value="exact">exactly one text</option>
              <option value="at-most">a number up to a bound</option>
            </Select>
          )}
        </Field>
        {kind === 'exact' ? (
          <Field label="The text, to the letter">
            {(control) => <Input {...control} name="value" required />}
          </Field>
        ) : (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="At most">
              {(control) => (
                <Input {...control} name="most" type="number" min="0.01" step="0.01" required />
              )}
            </Field>
            <Field label="In a week, in all">
              {(control) => (
                <Input {...control} name="sum" type="number" min="0.01" step="0.01" required />
              )}
            </Field>
          </div>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Calls a week" optional>
            {(control) => <Input {...control} name="calls" type="number" min="1" step="1" />}
          </Field>
          <Field label="For">
            {(control) => (
              <Select {...control} name="days" defaultValue={30}>
                {PERMISSION_DAYS.map((one) => (
                  <option key={one} value={one}>
                    {daysWord(one)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <ProblemLine error={make.error} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="seal" busy={make.isPending}>
            Permit it
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Choice({
  label,
  hint,
  value,
  options,
  onChoose,
}: {
  label: string;
  hint?: string;
  value: string;
  options: readonly (readonly [value: string, name: string])[];
  onChoose: (value: string) => void;
}) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <Select
          {...control}
          required
          value={value}
          disabled={options.length === 0}
          onChange={(event) => onChoose(event.target.value)}
        >
          <option value="">choose one</option>
          {options.map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function argumentsOf(action: ActionDescriptor | undefined): readonly string[] {
  return Object.entries(action?.sinks ?? {}).flatMap(([pattern, sink]) =>
    sink === 'auth' || sink === 'ctl' ? [] : [pattern],
  );
}

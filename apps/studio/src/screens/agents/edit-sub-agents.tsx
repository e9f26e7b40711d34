import { DELEGATE, MOST_SUB_AGENTS } from '@countersign/contract';
import { Plus, X } from 'lucide-react';
import { useAgents } from '../../data/queries.ts';
import { visibleText } from '../../quote/visible.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';
import type { EditPart } from './edit-part.ts';

/** The agents that this one may delegate to, with what its model is told of each. Itself is always one of them. */
export function EditSubAgents({ draft, edit, errorOf, own }: EditPart & { own: string }) {
  const agents = useAgents();
  const { subAgents = [], tools } = draft;
  if (!tools.some(({ action }) => action === DELEGATE))
    return (
      <p className="text-sm text-ink-3">
        It does everything itself. Give it the tool Delegate, and it can have a part of its work
        done in a clean context.
      </p>
    );
  const free = (agents.data ?? []).filter(
    ({ id }) => id !== own && !subAgents.some(({ agent }) => agent === id),
  );
  const nameOf = (id: string) =>
    visibleText(agents.data?.find((one) => one.id === id)?.draft.name ?? id);
  const set = (at: number, change: Partial<(typeof subAgents)[number]>, what: string) =>
    edit(
      { subAgents: subAgents.map((one, other) => (other === at ? { ...one, ...change } : one)) },
      `sub-agent ${at} ${what}`,
    );
  return (
    <div className="grid gap-3">
      {subAgents.map(({ agent, purpose }, at) => (
        <div key={agent} className="grid items-start gap-3 sm:grid-cols-[14rem_1fr_auto]">
          <Field label="Sub-agent" error={errorOf(`subAgents.${at}.agent`)}>
            {(control) => (
              <Select
                {...control}
                value={agent}
                onChange={(event) => set(at, { agent: event.target.value }, 'agent')}
              >
                <option value={agent}>{nameOf(agent)}</option>
                {free.map(({ id }) => (
                  <option key={id} value={id}>
                    {nameOf(id)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="What it is for" error={errorOf(`subAgents.${at}.purpose`)}>
            {(control) => (
              <Input
                {...control}
                maxLength={200}
                value={purpose}
                onChange={(event) => set(at, { purpose: event.target.value }, 'purpose')}
              />
            )}
          </Field>
          <IconButton
            label={`Take away ${nameOf(agent)}`}
            className="sm:mt-6"
            onClick={() =>
              edit({ subAgents: subAgents.filter((_, other) => other !== at) }, 'take sub-agent')
            }
          >
            <X size={16} aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      <div>
        <Button
          size="small"
          disabled={free.length === 0 || subAgents.length >= MOST_SUB_AGENTS}
          onClick={() => {
            const [first] = free;
            if (first)
              edit(
                {
                  subAgents: [
                    ...subAgents,
                    { agent: first.id, purpose: first.draft.description || first.draft.name },
                  ],
                },
                'add sub-agent',
              );
          }}
        >
          <Plus size={14} aria-hidden="true" /> Add a sub-agent
        </Button>
      </div>
    </div>
  );
}

import type { AgentDefinition, Connection } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { keys } from '../../data/keys.ts';
import { useConnections } from '../../data/queries.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';
import { ProblemLine } from '../../ui/states.tsx';

/** A model that plays a file, or obeys whatever it reads, writes no list of what was asked. */
function planningFor(model: Connection | undefined): NonNullable<AgentDefinition['planning']> {
  if (model?.config.kind !== 'model') return 'never';
  const { provider } = model.config;
  return provider === 'scripted' || provider === 'gullible' ? 'never' : 'when-acting';
}

/** Makes a draft from a name and a model; everything else is written on its page. */
export function NewAgent() {
  const { api, id } = useWorkspace();
  const client = useQueryClient();
  const navigate = useNavigate();
  const connections = useConnections();
  const models = connections.data?.filter(({ config }) => config.kind === 'model') ?? [];
  const [isOpen, setOpen] = useState(false);
  const [draft, setDraft] = useState({ name: '', connection: '', model: '' });
  const connection = draft.connection || (models[0]?.id ?? '');
  const make = useMutation({
    mutationFn: () =>
      api.agents.create({
        name: draft.name.trim(),
        description: '',
        instructions: '',
        model: { connection, name: draft.model.trim(), maxOutputTokens: 2048 },
        tools: [],
        opening: '',
        suggestions: [],
        limits: {},
        questionTtlMs: 86_400_000,
        onHold: 'go-on',
        planning: planningFor(models.find((one) => one.id === connection)),
      }),
    onSuccess: async ({ id: agent }) => {
      void client.invalidateQueries({ queryKey: keys.agents(id) });
      await navigate({ to: '/w/$ws/agents/$agent', params: { ws: id, agent } });
    },
  });
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        <Plus size={16} aria-hidden="true" /> New agent
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="New agent">
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            make.mutate();
          }}
        >
          <Field label="Name">
            {(control) => (
              <Input
                {...control}
                required
                maxLength={80}
                value={draft.name}
                onChange={(event) => setDraft({ ...draft, name: event.target.value })}
              />
            )}
          </Field>
          <Field label="Model connection">
            {(control) => (
              <Select
                {...control}
                required
                value={connection}
                onChange={(event) => setDraft({ ...draft, connection: event.target.value })}
              >
                {models.map((model) => (
                  <option key={model.id} value={model.id}>
                    {model.name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Model" hint="As the provider names it.">
            {(control) => (
              <Input
                {...control}
                required
                maxLength={200}
                value={draft.model}
                onChange={(event) => setDraft({ ...draft, model: event.target.value })}
              />
            )}
          </Field>
          <ProblemLine error={make.error} />
          <Button type="submit" look="primary" busy={make.isPending}>
            Make the draft
          </Button>
        </form>
      </Dialog>
    </>
  );
}

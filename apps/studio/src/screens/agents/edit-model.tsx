import type { ModelChoice } from '@countersign/contract';
import { useConnections } from '../../data/queries.ts';
import { Check, Field, Input, Select } from '../../ui/field.tsx';
import type { EditPart } from './edit-part.ts';

/** Which model it uses, and how. */
export function EditModel({ draft, edit, errorOf }: EditPart) {
  const connections = useConnections();
  const models = connections.data?.filter(({ config }) => config.kind === 'model') ?? [];
  const { model } = draft;
  const isKnown = models.some(({ id }) => id === model.connection);
  const set = (change: Partial<ModelChoice>, what: string) =>
    edit({ model: { ...model, ...change } }, `model ${what}`);
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Connection" error={errorOf('model.connection')}>
        {(control) => (
          <Select
            {...control}
            value={model.connection}
            onChange={(event) => set({ connection: event.target.value }, 'connection')}
          >
            {!isKnown && (
              <option value={model.connection}>{model.connection || 'choose one'}</option>
            )}
            {models.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Model" hint="As the provider names it." error={errorOf('model.name')}>
        {(control) => (
          <Input
            {...control}
            maxLength={200}
            value={model.name}
            onChange={(event) => set({ name: event.target.value }, 'name')}
          />
        )}
      </Field>
      <Field
        label="Tokens of one reply"
        hint="Also what is reserved for it."
        error={errorOf('model.maxOutputTokens')}
      >
        {(control) => (
          <Input
            {...control}
            type="number"
            min={1}
            max={200_000}
            value={String(model.maxOutputTokens)}
            onChange={(event) =>
              Number.isFinite(event.target.valueAsNumber) &&
              set({ maxOutputTokens: Math.round(event.target.valueAsNumber) }, 'tokens')
            }
          />
        )}
      </Field>
      <Field
        label="Temperature"
        optional
        hint="Empty is the provider’s own."
        error={errorOf('model.temperature')}
      >
        {(control) => (
          <Input
            {...control}
            type="number"
            min={0}
            max={2}
            step={0.1}
            value={model.temperature === undefined ? '' : String(model.temperature)}
            onChange={(event) => {
              const { temperature: _before, ...rest } = model;
              const { valueAsNumber } = event.target;
              edit(
                {
                  model: Number.isFinite(valueAsNumber)
                    ? { ...rest, temperature: valueAsNumber }
                    : rest,
                },
                'model temperature',
              );
            }}
          />
        )}
      </Field>
      <div className="sm:col-span-2">
        <Check
          label="Write down first what is asked"
          hint="Before it reads anything, the model lists what your message asks for. What is on the list needs no question later, and what is not is put before you. It takes one more question to the model for each run."
          checked={draft.planning === 'when-acting'}
          onChange={(event) =>
            edit({ planning: event.target.checked ? 'when-acting' : 'never' }, 'planning')
          }
        />
      </div>
    </div>
  );
}

import type { Json } from '@countersign/contract';
import { Check, Field, Input, Select, Textarea } from '../../ui/field.tsx';
import { linesOf } from './clean.ts';
import type { FormField } from './kinds.ts';

/** The control for one field of a configuration that is no secret. */
export function ConfigField({
  field,
  value,
  error,
  set,
}: {
  field: FormField;
  value: Json | undefined;
  error: string | null;
  set: (value: Json | undefined) => void;
}) {
  const { label, hint, optional = false, type } = field;
  if (type === 'check') {
    return (
      <Check
        label={label}
        hint={hint}
        checked={value === true}
        onChange={(event) => set(event.target.checked)}
      />
    );
  }
  return (
    <Field label={label} hint={hint} optional={optional} error={error}>
      {(control) => {
        switch (type) {
          case 'number':
            return (
              <Input
                {...control}
                type="number"
                required={!optional}
                value={typeof value === 'number' ? String(value) : ''}
                onChange={(event) =>
                  set(
                    Number.isFinite(event.target.valueAsNumber)
                      ? event.target.valueAsNumber
                      : undefined,
                  )
                }
              />
            );
          case 'lines':
            return (
              <Textarea
                {...control}
                spellCheck={false}
                className="!min-h-16 font-mono text-[13px]"
                defaultValue={Array.isArray(value) ? value.join('\n') : ''}
                onChange={(event) => set(linesOf(event.target.value))}
              />
            );
          case 'choice':
            return (
              <Select
                {...control}
                value={String(value ?? '')}
                onChange={(event) => set(event.target.value)}
              >
                {field.options?.map((option) => (
                  <option key={option}>{option}</option>
                ))}
              </Select>
            );
          default:
            return (
              <Input
                {...control}
                required={!optional}
                spellCheck={false}
                value={typeof value === 'string' ? value : ''}
                onChange={(event) => set(event.target.value)}
              />
            );
        }
      }}
    </Field>
  );
}

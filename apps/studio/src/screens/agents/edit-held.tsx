import {
  type AgentDefinition,
  DEFAULT_EXTRACTION_BITS,
  DELEGATE,
  KEEPS,
  type Keep,
  MOST_EXTRACTION_BITS,
} from '@countersign/contract';
import { Field, Input, Select } from '../../ui/field.tsx';
import type { EditPart } from './edit-part.ts';

type Tool = AgentDefinition['tools'][number];

const CHOICES = ['never', ...KEEPS] as const;

const KEEP_WORDS: Readonly<
  Record<(typeof CHOICES)[number], { readonly name: string; readonly hint: string }>
> = {
  never: {
    name: 'goes into the model’s context',
    hint: 'The model reads it. If strangers wrote it, more of what follows needs your word.',
  },
  offered: {
    name: 'is held where the model wants it',
    hint: 'The model chooses for each call. What it does not read cannot mislead it.',
  },
  always: {
    name: 'is always held',
    hint: 'The model gets a name for it, and passes it on or has a yes, a number or one of a list read out of it. It can still ask to read it.',
  },
};

/** Whether what a tool gives goes into the model's context (rule L8). */
export function KeepChoice({
  tool: { action, keep },
  title,
  onChange,
}: {
  tool: Tool;
  title: string;
  onChange: (keep: Keep | undefined) => void;
}) {
  // What a sub-agent says is held unless the builder says otherwise.
  const usual = action === DELEGATE ? 'always' : 'never';
  const choices = CHOICES.filter((one) => one !== 'never' || usual === 'never');
  const chosen = keep ?? usual;
  return (
    <div className="mt-2 text-sm text-ink-2">
      <div className="flex flex-wrap items-center gap-2">
        Its result
        <Select
          aria-label={`Result of ${title}`}
          className="!w-auto max-w-full !py-1 text-sm"
          value={chosen}
          onChange={({ target }) => onChange(KEEPS.find((one) => one === target.value))}
        >
          {choices.map((one) => (
            <option key={one} value={one}>
              {KEEP_WORDS[one].name}
            </option>
          ))}
        </Select>
      </div>
      <p className="mt-1 text-[13px] text-ink-3">{KEEP_WORDS[chosen].hint}</p>
    </div>
  );
}

/** How much strangers may say by what is read out of held results; nothing where the agent holds none. */
export function ExtractionBits({ draft, edit, errorOf }: EditPart) {
  const { tools, extractionBits } = draft;
  if (!tools.some(({ action, keep }) => keep !== undefined || action === DELEGATE)) return null;
  return (
    <Field
      label="Bits read out of held results"
      hint={`In one run. A yes or no takes 1.6, one of 32 values 5. With 0 nothing is read out; ${DEFAULT_EXTRACTION_BITS} where you say nothing, ${MOST_EXTRACTION_BITS} at most.`}
      error={errorOf('extractionBits')}
      className="max-w-md"
    >
      {(control) => (
        <Input
          {...control}
          type="number"
          min={0}
          max={MOST_EXTRACTION_BITS}
          step={1}
          placeholder={String(DEFAULT_EXTRACTION_BITS)}
          value={extractionBits === undefined ? '' : String(extractionBits)}
          onChange={({ target }) => {
            const { valueAsNumber } = target;
            const within = Math.min(MOST_EXTRACTION_BITS, Math.max(0, Math.round(valueAsNumber)));
            edit(
              { extractionBits: Number.isFinite(valueAsNumber) ? within : undefined },
              'extraction bits',
            );
          }}
        />
      )}
    </Field>
  );
}

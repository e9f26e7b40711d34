import {
  AGENT_MODES,
  type AgentMode,
  DEFAULT_LIMITS,
  type Dimension,
  HOLDS,
} from '@countersign/contract';
import { Field, Input, Select } from '../../ui/field.tsx';
import { count } from '../../ui/time.ts';
import type { EditPart } from './edit-part.ts';

const FIELDS: readonly {
  readonly dimension: Dimension;
  readonly label: string;
  readonly unit: number;
  readonly hint: string;
}[] = [
  { dimension: 'steps', label: 'Model turns', unit: 1, hint: '' },
  { dimension: 'calls', label: 'Calls', unit: 1, hint: '' },
  { dimension: 'tokens', label: 'Tokens', unit: 1, hint: '' },
  {
    dimension: 'moneyMicros',
    label: 'Money',
    unit: 1_000_000,
    hint: 'In the workspace’s currency.',
  },
  {
    dimension: 'wallMs',
    label: 'Minutes of work',
    unit: 60_000,
    hint: 'Waiting for people does not count.',
  },
  { dimension: 'questions', label: 'Questions', unit: 1, hint: '' },
];

const WAITS = [
  [3_600_000, 'an hour'],
  [8 * 3_600_000, '8 hours'],
  [86_400_000, 'a day'],
  [3 * 86_400_000, '3 days'],
  [7 * 86_400_000, 'a week'],
  [30 * 86_400_000, '30 days'],
] as const;

const MODES: Readonly<Record<AgentMode, { readonly name: string; readonly hint: string }>> = {
  strict: {
    name: 'All it does after reading strangers (strict)',
    hint: 'Looking is free; everything else waits for a person’s word, even what you named yourself.',
  },
  balanced: {
    name: 'What a stranger could have brought about (balanced)',
    hint: 'What you named, what records say and what people vouched for passes.',
  },
  'record-only': {
    name: 'Little, in a sandbox (record-only)',
    hint: 'What would wait is done and recorded. Only where an owner has marked the workspace as a sandbox; deletions and rights still wait.',
  },
};

const ON_HOLD: Readonly<
  Record<(typeof HOLDS)[number], { readonly name: string; readonly hint: string }>
> = {
  wait: {
    name: 'The agent waits for the answer',
    hint: 'It does nothing else before every answer of that turn is there. A task that needs three yeses asks three times.',
  },
  'go-on': {
    name: 'The agent goes on with the rest',
    hint: 'What needs no answer is done meanwhile, and the questions of a task gather into one card. What is asked happens only after a yes.',
  },
};

/** What one run may use up at most, and how long a question waits and about what it is asked. */
export function EditLimits({ draft, edit, errorOf }: EditPart) {
  const { limits, questionTtlMs, mode = 'balanced', onHold = 'wait' } = draft;
  const isUsual = WAITS.some(([ms]) => ms === questionTtlMs);
  return (
    <div className="grid gap-5 sm:grid-cols-3">
      {FIELDS.map(({ dimension, label, unit, hint }) => {
        const limit = limits[dimension];
        return (
          <Field
            key={dimension}
            label={label}
            hint={hint || undefined}
            error={errorOf(`limits.${dimension}`)}
          >
            {(control) => (
              <Input
                {...control}
                type="number"
                min={0}
                step={unit === 1 ? 1 : 'any'}
                placeholder={count(DEFAULT_LIMITS[dimension] / unit)}
                value={limit === undefined ? '' : String(limit / unit)}
                onChange={(event) => {
                  const { [dimension]: _before, ...rest } = limits;
                  const { valueAsNumber } = event.target;
                  const next = Number.isFinite(valueAsNumber)
                    ? { ...rest, [dimension]: Math.max(0, Math.round(valueAsNumber * unit)) }
                    : rest;
                  edit({ limits: next }, `limit ${dimension}`);
                }}
              />
            )}
          </Field>
        );
      })}
      <Field
        label="A question waits"
        hint="Then it is denied."
        error={errorOf('questionTtlMs')}
        className="sm:col-span-1"
      >
        {(control) => (
          <Select
            {...control}
            value={String(questionTtlMs)}
            onChange={(event) =>
              edit({ questionTtlMs: Number(event.target.value) }, 'question wait')
            }
          >
            {!isUsual && (
              <option value={String(questionTtlMs)}>
                {Math.round(questionTtlMs / 60_000)} minutes
              </option>
            )}
            {WAITS.map(([ms, words]) => (
              <option key={ms} value={String(ms)}>
                {words}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="It is asked about"
        hint={MODES[mode].hint}
        error={errorOf('mode')}
        className="sm:col-span-2"
      >
        {(control) => (
          <Select
            {...control}
            value={mode}
            onChange={(event) => {
              const chosen = AGENT_MODES.find((one) => one === event.target.value);
              if (chosen !== undefined) edit({ mode: chosen }, 'mode');
            }}
          >
            {AGENT_MODES.map((one) => (
              <option key={one} value={one}>
                {MODES[one].name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="While a person is asked"
        hint={ON_HOLD[onHold].hint}
        error={errorOf('onHold')}
        className="sm:col-span-2"
      >
        {(control) => (
          <Select
            {...control}
            value={onHold}
            onChange={(event) => {
              const chosen = HOLDS.find((one) => one === event.target.value);
              if (chosen !== undefined) edit({ onHold: chosen }, 'on hold');
            }}
          >
            {HOLDS.map((one) => (
              <option key={one} value={one}>
                {ON_HOLD[one].name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}

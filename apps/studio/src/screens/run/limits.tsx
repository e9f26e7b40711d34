import { DEFAULT_LIMITS, type Dimension } from '@countersign/contract';
import type { RunView } from '../../run/run-view.ts';
import { money } from '../../run/step-facts.tsx';
import { bytes, count, duration } from '../../ui/time.ts';

const NAMES: readonly (readonly [Dimension, string, (amount: number) => string])[] = [
  ['steps', 'Model turns', count],
  ['calls', 'Calls', count],
  ['tokens', 'Tokens', count],
  ['moneyMicros', 'Money', money],
  ['bytesOut', 'Sent', bytes],
  ['questions', 'Questions', count],
];

/** What the run has used of what it may. */
export function Limits({ view }: { view: RunView }) {
  const { start, used } = view;
  if (!start) return null;
  const limits = { ...DEFAULT_LIMITS, ...start.agent.definition.limits };
  const calls = view.steps.filter((step) => step.kind === 'call' && step.intent !== null);
  const spent: Partial<Record<Dimension, number>> = {
    steps: view.steps.filter((step) => step.kind === 'model').length,
    calls: calls.length,
    tokens: (used.tokensIn ?? 0) + (used.tokensOut ?? 0),
    moneyMicros: used.moneyMicros ?? 0,
    bytesOut: used.bytesOut ?? 0,
    questions: view.steps.filter((step) => step.kind === 'call' && step.question !== null).length,
  };
  return (
    <section aria-label="Used">
      <h2 className="text-[13px] font-semibold text-ink-2">Used, of what it may</h2>
      <dl className="mt-3 grid gap-2.5">
        {NAMES.map(([dimension, name, words]) => (
          <Meter
            key={dimension}
            name={name}
            used={spent[dimension] ?? 0}
            limit={limits[dimension]}
            words={words}
          />
        ))}
        <div className="flex justify-between text-[13px]">
          <dt className="text-ink-2">Time limit</dt>
          <dd className="text-ink-3">{duration(limits.wallMs ?? DEFAULT_LIMITS.wallMs)} of work</dd>
        </div>
      </dl>
    </section>
  );
}

function Meter({
  name,
  used,
  limit,
  words,
}: {
  name: string;
  used: number;
  limit: number | undefined;
  words: (amount: number) => string;
}) {
  const part = limit ? Math.min(1, used / limit) : 0;
  return (
    <div className="grid grid-cols-[1fr_auto] gap-x-3 text-[13px]">
      <dt className="text-ink-2">{name}</dt>
      <dd className="text-ink-3 tabular-nums">
        {words(used)}
        {limit !== undefined && ` of ${words(limit)}`}
      </dd>
      {limit !== undefined && (
        <dd aria-hidden="true" className="col-span-2 mt-1 h-1 overflow-hidden rounded-full bg-line">
          <div
            className={`h-full rounded-full ${part > 0.9 ? 'bg-refused' : 'bg-ink-2'}`}
            style={{ width: `${Math.max(used > 0 ? 1.5 : 0, part * 100)}%` }}
          />
        </dd>
      )}
    </div>
  );
}

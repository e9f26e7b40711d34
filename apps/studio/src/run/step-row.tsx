import { ChevronRight } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { keyArguments } from '../quote/arguments.tsx';
import { QuotedLine } from '../quote/quoted.tsx';
import { Badge, Dot } from '../ui/badge.tsx';
import { classes } from '../ui/classes.ts';
import { Elapsed } from '../ui/moment.tsx';
import { duration } from '../ui/time.ts';
import type { RecordName } from './record-names.ts';
import type { Step } from './run-view.ts';
import { STEP_STATES } from './state-words.ts';
import { StepNote } from './step-note.tsx';

/** One step in a line: what it does, with what, how it stands, how long it took. Opens to all of it. */
export const StepRow = memo(function StepRow({
  step,
  title,
  names,
  isOpen,
  isCurrent = false,
  onToggle,
  children,
}: {
  step: Step;
  /** What the action is called; handed in, so that a thousand rows do not each look it up. */
  title: string;
  names?: ReadonlyMap<string, RecordName> | undefined;
  isOpen: boolean;
  /** The keyboard is at this one. */
  isCurrent?: boolean;
  onToggle: (id: string) => void;
  children?: ReactNode;
}) {
  const { word, tone } = STEP_STATES[step.state];
  const speaks = step.state !== 'done' && step.state !== 'running' && step.state !== 'waiting';
  return (
    <div id={`step-${step.id}`}>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => onToggle(step.id)}
        className={classes(
          'group flex min-h-9 w-full cursor-pointer items-center gap-2.5 rounded-lg px-2 py-1 text-left text-sm hover:bg-hover pointer-coarse:min-h-11',
          isCurrent && 'bg-hover',
        )}
      >
        <Dot tone={step.state === 'edited' ? 'neutral' : tone} />
        <span className={step.kind === 'model' ? 'shrink-0 text-ink-2' : 'shrink-0 font-medium'}>
          {title}
        </span>
        <KeyArguments step={step} names={names} />
        <span className="ml-auto flex shrink-0 items-center gap-2 text-[13px] text-ink-3 tabular-nums">
          {speaks ? <Badge tone={tone}>{word}</Badge> : <span className="sr-only">{word}</span>}
          <Took step={step} />
          <ChevronRight
            size={14}
            aria-hidden="true"
            className={classes('transition-transform', isOpen && 'rotate-90')}
          />
        </span>
      </button>
      {isOpen ? children : <StepNote step={step} />}
    </div>
  );
});

function KeyArguments({
  step,
  names,
}: {
  step: Step;
  names: ReadonlyMap<string, RecordName> | undefined;
}) {
  if (step.kind === 'model')
    return <span className="min-w-0 truncate text-ink-3">{step.model}</span>;
  const values = keyArguments(step.args);
  return (
    <span className="min-w-0 flex-1 truncate text-[13px] text-ink-3">
      {values.map((value, at) => {
        const name = typeof value === 'string' ? names?.get(value) : undefined;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two fixed places
          <span key={at}>
            {at > 0 && ' · '}
            <QuotedLine value={name?.title ?? value} max={64} />
          </span>
        );
      })}
    </span>
  );
}

/** How long it took; while it runs, a clock that draws itself alone. */
function Took({ step }: { step: Step }) {
  if (!step.intent) return null;
  if (step.outcome) return <span>{duration(step.outcome.at - step.intent.at)}</span>;
  return step.state === 'running' ? <Elapsed since={step.intent.at} /> : null;
}

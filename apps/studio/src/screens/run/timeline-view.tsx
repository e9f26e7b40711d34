import { useCallback, useMemo } from 'react';
import { useActionTitle } from '../../data/names.ts';
import type { RunView, Step } from '../../run/run-view.ts';
import { STEP_STATES } from '../../run/state-words.ts';
import { type Bar, type Gap, timelineOf } from '../../run/timeline.ts';
import type { Tone } from '../../ui/badge.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { duration } from '../../ui/time.ts';
import { now, useNow } from '../../ui/use-now.ts';
import { VirtualList } from '../../ui/virtual-list.tsx';

const FILLS: Readonly<Record<Tone, string>> = {
  neutral: 'bg-line-strong',
  allowed: 'bg-allowed',
  held: 'bg-held',
  refused: 'bg-refused',
  unknown: 'bg-unknown',
  running: 'bg-running',
};

/** The run on a time axis: what ran side by side, what took long, where a person was waited for. */
export function TimelineView({ view, onPick }: { view: RunView; onPick: (step: string) => void }) {
  const at = useNow();
  const titleOf = useActionTitle();
  const end = view.endedAt ?? Math.max(at, now());
  const { bars, gaps, shown } = useMemo(() => timelineOf(view, end), [view, end]);
  const draw = useCallback(
    (bar: Bar) => <BarRow bar={bar} gaps={gaps} titleOf={titleOf} onPick={onPick} />,
    [gaps, titleOf, onPick],
  );
  if (view.start === null) return <SkeletonRows />;
  return (
    <section aria-label="Timeline">
      <VirtualList items={bars} keyOf={keyOf} draw={draw} estimate={heightOf} />
      <p className="mt-3 grid grid-cols-[8rem_1fr] gap-3 text-xs text-ink-3 sm:grid-cols-[11rem_1fr]">
        <span />
        <span className="flex justify-between border-t border-line pt-1">
          <span>start</span>
          {gaps.length > 0 && (
            <span>
              {gaps.length === 1 ? 'one wait' : `${gaps.length} waits`} of{' '}
              {duration(gaps.reduce((sum, gap) => sum + gap.ms, 0))} cut short
            </span>
          )}
          <span>{duration(shown)}</span>
        </span>
      </p>
    </section>
  );
}

function keyOf({ step }: Bar): string {
  return step.id;
}

function heightOf(): number {
  return 28;
}

function BarRow({
  bar,
  gaps,
  titleOf,
  onPick,
}: {
  bar: Bar;
  gaps: readonly Gap[];
  titleOf: (action: string) => string;
  onPick: (step: string) => void;
}) {
  const { step } = bar;
  return (
    <button
      type="button"
      onClick={() => onPick(step.id)}
      className="grid min-h-7 w-full cursor-pointer grid-cols-[8rem_1fr] items-center gap-3 rounded-md text-left hover:bg-hover sm:grid-cols-[11rem_1fr] pointer-coarse:min-h-10"
    >
      <span
        className={`truncate pl-1 text-[13px] ${step.kind === 'model' ? 'text-ink-3' : 'text-ink-2'}`}
      >
        {step.kind === 'model'
          ? step.isPlan
            ? 'Plan'
            : `Turn ${step.turn}`
          : titleOf(step.action)}
        <span className="sr-only">
          , {STEP_STATES[step.state].word}, {tookOf(step)}
        </span>
      </span>
      <Track bar={bar} gaps={gaps} />
    </button>
  );
}

function Track({ bar, gaps }: { bar: Bar; gaps: readonly Gap[] }) {
  const { tone } = STEP_STATES[bar.step.state];
  return (
    <span aria-hidden="true" className="relative h-5">
      {gaps.map((gap) => (
        <span
          key={gap.at}
          className="absolute inset-y-0 border-x border-dashed border-line bg-[repeating-linear-gradient(135deg,transparent_0_4px,var(--line)_4px_5px)] opacity-60"
          style={{ left: percent(gap.at), width: percent(gap.to - gap.at) }}
        />
      ))}
      {bar.waits.map((wait) => (
        <span
          key={wait.from}
          className="absolute top-1/2 h-1 -translate-y-1/2 rounded-full bg-held/60"
          style={{ left: percent(wait.from), width: percent(Math.max(0.004, wait.to - wait.from)) }}
        />
      ))}
      {(bar.step.intent || bar.step.refusal) && (
        <span
          className={`absolute top-1/2 h-2.5 min-w-[3px] -translate-y-1/2 rounded-[3px] ${bar.step.kind === 'model' ? 'bg-line-strong' : FILLS[tone]}`}
          style={barStyle(bar)}
        />
      )}
    </span>
  );
}

/** The worked part: after the wait where there was one. */
function barStyle(bar: Bar) {
  const from =
    bar.waits.length > 0 && bar.step.intent ? (bar.waits.at(-1)?.to ?? bar.from) : bar.from;
  return { left: percent(from), width: percent(Math.max(0.003, bar.to - from)) };
}

function percent(part: number): string {
  return `${(part * 100).toFixed(3)}%`;
}

function tookOf(step: Step): string {
  return step.intent && step.outcome ? duration(step.outcome.at - step.intent.at) : '';
}

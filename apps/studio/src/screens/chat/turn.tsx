import type { Message, RunSummary } from '@countersign/contract';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { useActionTitle } from '../../data/names.ts';
import { Influence } from '../../label/influence.tsx';
import { Prose } from '../../prose/prose.tsx';
import { InlineQuestion } from '../../question/inline-question.tsx';
import { RunAsks } from '../../question/run-asks.tsx';
import { isAsking, useAsksTogether } from '../../run/asking.ts';
import type { RunView, Step } from '../../run/run-view.ts';
import { SpeechNow } from '../../run/speech.tsx';
import { StepDetail } from '../../run/step-detail.tsx';
import { StepRow } from '../../run/step-row.tsx';
import { useRecordNames, useRun } from '../../run/use-run.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { duration } from '../../ui/time.ts';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { Connection } from './connection.tsx';
import { EndOf } from './end-of.tsx';
import { Said } from './said.tsx';

/** One turn of a conversation: what the person said, what was done about it, and the answer. */
export function Turn({ run, summary }: { run: string; summary: RunSummary | null }) {
  const view = useRun(run);
  const said: readonly Message[] = view.said;
  if (view.start === null) return <TurnSkeleton title={summary?.title ?? null} />;
  return (
    <section aria-label="Turn" className="grid gap-6">
      <h2 className="sr-only">What was asked, and what was done</h2>
      <Said messages={said} />
      <Doings view={view} />
      <Ending view={view} />
      <Connection run={run} />
    </section>
  );
}

/** Steps of a run: all of them while it goes; once it has ended, what needs no second look is folded away. */
function Doings({ view }: { view: RunView }) {
  const names = useRecordNames(view);
  const titleOf = useActionTitle();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [isUnfolded, setUnfolded] = useState(false);
  const asksTogether = useAsksTogether(view);
  const hasEnded = view.result !== null;
  const isFolded = hasEnded && !isUnfolded;
  const toggle = useCallback(
    (id: string) =>
      setOpen((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  const steps = useMemo(() => view.steps.filter(isShown), [view.steps]);
  const shown = useMemo(() => (isFolded ? steps.filter(isNotable) : steps), [isFolded, steps]);
  const draw = useCallback(
    (step: Step) =>
      step.kind === 'model' ? (
        <div key={step.id} className="py-2 pl-2">
          <Prose text={step.text} />
        </div>
      ) : (
        <div key={step.id}>
          <StepRow
            step={step}
            title={titleOf(step.action)}
            names={names}
            isOpen={open.has(step.id)}
            onToggle={toggle}
          >
            <StepDetail run={view.run} step={step} names={names} />
          </StepRow>
          {!asksTogether && isAsking(step) && <InlineQuestion question={step.question?.id ?? ''} />}
        </div>
      ),
    [view.run, names, open, toggle, titleOf, asksTogether],
  );
  const speaking = view.steps.at(-1);
  return (
    <div className="grid gap-1">
      {hasEnded && steps.length > 0 && (
        <FoldLine view={view} isFolded={isFolded} onToggle={() => setUnfolded(!isUnfolded)} />
      )}
      <VirtualList items={shown} keyOf={keyOf} draw={draw} estimate={heightOf} />
      {asksTogether && (
        <div className="my-3">
          <RunAsks run={view.run} />
        </div>
      )}
      {speaking?.kind === 'model' && speaking.state === 'running' && (
        <SpeechNow run={view.run} since={speaking.intent?.at ?? null} />
      )}
    </div>
  );
}

function FoldLine({
  view,
  isFolded,
  onToggle,
}: {
  view: RunView;
  isFolded: boolean;
  onToggle: () => void;
}) {
  const { id } = useWorkspace();
  const calls = view.steps.filter((step) => step.kind === 'call').length;
  const took = (view.endedAt ?? 0) - (view.startedAt ?? 0);
  return (
    <p className="flex flex-wrap items-center gap-x-3 px-2 text-[13px] text-ink-3">
      <button
        type="button"
        aria-expanded={!isFolded}
        onClick={onToggle}
        className="cursor-pointer rounded font-medium text-ink-2 underline decoration-line-strong underline-offset-3 hover:text-ink"
      >
        {isFolded ? `Show all ${calls} calls` : 'Show only what matters'}
      </button>
      <span>{duration(took)} from start to end</span>
      <Link
        to="/w/$ws/runs/$run"
        params={{ ws: id, run: view.run }}
        className="underline decoration-line-strong underline-offset-3 hover:text-ink"
      >
        See the run and its proof
      </Link>
    </p>
  );
}

function Ending({ view }: { view: RunView }) {
  const names = useRecordNames(view);
  const { result } = view;
  if (result === null) return null;
  if (result.kind !== 'answered') return <EndOf result={result} />;
  return (
    <div className="grid gap-3">
      <div className="px-2 text-[16px]">
        <Prose text={result.text} />
      </div>
      <div className="px-2">
        <Influence label={result.label} names={names} />
      </div>
    </div>
  );
}

function heightOf(): number {
  return 36;
}

function keyOf(step: Step): string {
  return step.id;
}

/** A model's words are shown where it also asked for something; its last ones are the answer and stand below. */
function isShown(step: Step): boolean {
  return step.kind === 'call' || (step.text !== '' && step.wishes.length > 0);
}

/** What stays in view when the rest is folded: what was asked, refused, lost, or did something outside. */
function isNotable(step: Step): boolean {
  if (step.kind === 'model') return false;
  if (step.question !== null || step.state !== 'done') return true;
  const effect = step.intent?.effect;
  return effect === 'send' || effect === 'destroy';
}

function TurnSkeleton({ title }: { title: string | null }) {
  return (
    <div role="status" aria-label="Loading" className="grid gap-5">
      {title ? (
        <p className="ml-auto max-w-[85%] rounded-2xl bg-sunken px-4 py-2.5">{title}</p>
      ) : (
        <Skeleton className="ml-auto h-10 w-1/2 rounded-2xl" />
      )}
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="h-4 w-1/2" />
    </div>
  );
}

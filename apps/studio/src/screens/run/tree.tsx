import {
  type Dispatch,
  type SetStateAction,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { useActionTitle } from '../../data/names.ts';
import { InlineQuestion } from '../../question/inline-question.tsx';
import type { RunView, Step } from '../../run/run-view.ts';
import { SpeechNow } from '../../run/speech.tsx';
import { StepDetail } from '../../run/step-detail.tsx';
import { StepRow } from '../../run/step-row.tsx';
import { useRecordNames } from '../../run/use-run.ts';
import { isTyping } from '../../shell/is-typing.ts';
import { Chunked } from '../../ui/chunked.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { Asked } from './asked.tsx';

/** The steps as a tree: each turn of the model, and under it the calls it asked for. */
export function Tree({
  view,
  open,
  setOpen,
  focus,
}: {
  view: RunView;
  open: ReadonlySet<string>;
  setOpen: Dispatch<SetStateAction<ReadonlySet<string>>>;
  focus: string | undefined;
}) {
  const names = useRecordNames(view);
  const titleOf = useActionTitle();
  const [current, setCurrent] = useState(focus);
  const toggle = useCallback(
    (id: string) => {
      setCurrent(id);
      setOpen((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      });
    },
    [setOpen],
  );
  useWalk(view.steps, current, setCurrent, toggle);
  const isThere = view.start !== null;
  useEffect(() => {
    if (focus && isThere)
      document.getElementById(`step-${focus}`)?.scrollIntoView({ block: 'center' });
  }, [focus, isThere]);

  const draw = useCallback(
    (step: Step) => (
      <div
        key={step.id}
        className={
          step.kind === 'call'
            ? 'ml-3 border-l border-line pl-2 sm:ml-[15px] sm:pl-3'
            : 'mt-2 first:mt-0'
        }
      >
        <StepRow
          step={step}
          title={step.kind === 'model' ? 'Ask the model' : titleOf(step.action)}
          names={names}
          isOpen={open.has(step.id)}
          isCurrent={step.id === current}
          onToggle={toggle}
        >
          <StepDetail run={view.run} step={step} names={names} />
        </StepRow>
        {isAsking(step) && <InlineQuestion question={step.question?.id ?? ''} />}
      </div>
    ),
    [view.run, names, open, current, toggle, titleOf],
  );
  const speaking = view.steps.at(-1);
  const steps = useMemo(() => view.steps, [view.steps]);
  if (!isThere) return <SkeletonRows />;
  return (
    <div className="grid gap-5">
      <Asked view={view} />
      <section aria-label="Steps">
        <h2 className="sr-only">Steps</h2>
        <Chunked items={steps} keyOf={(step) => step.id} draw={draw} pinned={current} />
        {speaking?.kind === 'model' && speaking.state === 'running' && (
          <div className="mt-2">
            <SpeechNow run={view.run} since={speaking.intent?.at ?? null} />
          </div>
        )}
      </section>
    </div>
  );
}

function isAsking(step: Step): step is Extract<Step, { kind: 'call' }> {
  if (step.kind !== 'call' || step.question === null) return false;
  return step.state === 'held' || (step.state === 'unknown' && step.question.about === 'unknown');
}

function useWalk(
  steps: readonly Step[],
  current: string | undefined,
  setCurrent: (id: string) => void,
  toggle: (id: string) => void,
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event)) return;
      const at = steps.findIndex(({ id }) => id === current);
      const way = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0;
      if (way !== 0) {
        const next = steps[at < 0 ? 0 : Math.min(steps.length - 1, Math.max(0, at + way))];
        if (!next) return;
        setCurrent(next.id);
        requestAnimationFrame(() =>
          document.getElementById(`step-${next.id}`)?.scrollIntoView({ block: 'nearest' }),
        );
      } else if (event.key === 'Enter' && current && event.target === document.body) {
        toggle(current);
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}

import {
  type Dispatch,
  type SetStateAction,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { useActionTitle } from '../../data/names.ts';
import { InlineQuestion } from '../../question/inline-question.tsx';
import { RunAsks } from '../../question/run-asks.tsx';
import { isAsking, useAsksTogether } from '../../run/asking.ts';
import { findSteps, type StepFilter } from '../../run/find-steps.ts';
import type { RunView, Step } from '../../run/run-view.ts';
import { SpeechNow } from '../../run/speech.tsx';
import { stepTitle } from '../../run/state-words.ts';
import { StepDetail } from '../../run/step-detail.tsx';
import { StepRow } from '../../run/step-row.tsx';
import { useRecordNames } from '../../run/use-run.ts';
import { isTyping } from '../../shell/is-typing.ts';
import { SkeletonRows } from '../../ui/states.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { Agreed } from './agreed.tsx';
import { Asked } from './asked.tsx';
import { FindBar } from './find-bar.tsx';

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
  const [filter, setFilter] = useState<StepFilter>({ text: '', only: 'all' });
  // Letters appear as they are typed; the list follows when there is time.
  const wanted = useDeferredValue(filter);
  const steps = useMemo(
    () => findSteps(view.steps, wanted, titleOf),
    [view.steps, wanted, titleOf],
  );
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
  useWalk(steps, current, setCurrent, toggle);
  const isThere = view.start !== null;
  const asksTogether = useAsksTogether(view);

  const draw = useCallback(
    (step: Step) => (
      <div
        key={step.id}
        className={
          step.kind === 'call' ? 'ml-3 border-l border-line pl-2 sm:ml-[15px] sm:pl-3' : 'pt-2'
        }
      >
        <StepRow
          step={step}
          title={stepTitle(step, titleOf)}
          names={names}
          isOpen={open.has(step.id)}
          isCurrent={step.id === current}
          onToggle={toggle}
        >
          <StepDetail run={view.run} step={step} names={names} />
        </StepRow>
        {!asksTogether && isAsking(step) && <InlineQuestion question={step.question?.id ?? ''} />}
      </div>
    ),
    [view.run, names, open, current, toggle, titleOf, asksTogether],
  );
  const speaking = view.steps.at(-1);
  if (!isThere) return <SkeletonRows />;
  return (
    <div className="grid gap-5">
      <Asked view={view} />
      <Agreed view={view} />
      {asksTogether && <RunAsks run={view.run} />}
      <section aria-label="Steps">
        <h2 className="sr-only">Steps</h2>
        {view.steps.length > SEARCHED && (
          <div className="sticky top-0 z-10 -mx-2 mb-1 bg-paper px-2 py-2">
            <FindBar
              filter={filter}
              onChange={setFilter}
              found={steps.length}
              all={view.steps.length}
            />
          </div>
        )}
        {steps.length === 0 && view.steps.length > 0 && (
          <p className="px-2 py-6 text-sm text-ink-2">No step holds that.</p>
        )}
        <VirtualList
          items={steps}
          keyOf={keyOf}
          draw={draw}
          estimate={heightOf}
          current={current}
        />
        {speaking?.kind === 'model' && speaking.state === 'running' && (
          <div className="mt-2">
            <SpeechNow run={view.run} since={speaking.intent?.at ?? null} />
          </div>
        )}
      </section>
    </div>
  );
}

/** Steps from which on they can be searched. */
const SEARCHED = 12;

/** Pixels of a step that is not open: a turn has room above it. */
function heightOf(step: Step): number {
  const row = IS_COARSE ? 44 : 36;
  return step.kind === 'model' ? row + 8 : row;
}

const IS_COARSE = matchMedia('(pointer: coarse)').matches;

function keyOf(step: Step): string {
  return step.id;
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
      } else if (event.key === 'Enter' && current && event.target === document.body) {
        toggle(current);
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}

import type { Json } from '@countersign/contract';
import type { Step } from './run-view.ts';
import { STEP_STATES, stepTitle } from './state-words.ts';

/** Which steps are wanted: by what stands in them, and whether something about them needs a look. */
export interface StepFilter {
  /** Words that must all stand somewhere in the step; any case. */
  readonly text: string;
  readonly only: 'all' | 'notable';
}

/** The steps that fit. The same list where all do, so that nothing is drawn again. */
export function findSteps(
  steps: readonly Step[],
  { text, only }: StepFilter,
  titleOf: (action: string) => string,
): readonly Step[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && only === 'all') return steps;
  return steps.filter((step) => {
    if (only === 'notable' && !isNotable(step)) return false;
    const content = contentOf(step);
    const title = stepTitle(step, titleOf).toLowerCase();
    return words.every((word) => content.includes(word) || title.includes(word));
  });
}

/** What did not simply happen: held, refused, denied, failed, lost, edited. */
function isNotable(step: Step): boolean {
  if (step.kind === 'call' && step.question !== null) return true;
  return !['done', 'running', 'waiting'].includes(step.state);
}

/** A step never changes, it is replaced: its text is made once. */
const contents = new WeakMap<Step, string>();

function contentOf(step: Step): string {
  const known = contents.get(step);
  if (known !== undefined) return known;
  const outcome = step.outcome?.outcome;
  const parts: readonly Json[] = [
    step.id,
    STEP_STATES[step.state].word,
    step.refusal?.reason ?? '',
    ...(step.kind === 'model'
      ? [step.model, step.text]
      : [step.action, step.args, outcome?.kind === 'done' ? outcome.result.value : '']),
    outcome?.kind === 'failed' ? outcome.message.value : '',
  ];
  const content = parts
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
    .join('\n')
    .toLowerCase();
  contents.set(step, content);
  return content;
}

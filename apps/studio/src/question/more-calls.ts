import type { QuestionRecord } from '@countersign/contract';
import type { RunView } from '../run/run-view.ts';

/** How many more can be chosen. */
export const MORE: readonly number[] = [0, 1, 3, 5, 10, 20];

const NEVER: readonly (string | null)[] = ['auth', 'ctl', 'code'];

/**
 * Whether a person can add calls like this one to what the run was asked for: it has a list, and this call is beyond it.
 * The server has the last word.
 */
export function canAddMore(
  { kind, effect, missing }: Pick<QuestionRecord, 'kind' | 'effect' | 'missing'>,
  { agreement }: Pick<RunView, 'agreement'>,
): boolean {
  return (
    agreement?.kind === 'agreed' &&
    kind === 'call' &&
    effect !== 'destroy' &&
    missing.some(({ pointer, because }) => pointer === '' && because === 'unendorsed') &&
    !missing.some(({ sink, because }) => because === 'policy' || NEVER.includes(sink))
  );
}

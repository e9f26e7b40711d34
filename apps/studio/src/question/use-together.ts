import type { QuestionView } from '@countersign/contract';
import { useState } from 'react';
import { useRunQuestions } from '../data/queries.ts';

/**
 * What a run asks at once: all that is open, and what was open while somebody looked, so that an answer given here or
 * in another window is seen where the question stood. `listed` is what is known before the server has said.
 */
export function useTogether(
  run: string,
  listed: readonly QuestionView[],
  enabled: boolean,
): { readonly questions: readonly QuestionView[]; readonly isKnown: boolean } {
  const { data: asked, isError } = useRunQuestions(run, enabled);
  const data = asked ?? listed;
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const fresh = data.filter(({ id, status }) => status === 'open' && !seen.has(id));
  if (fresh.length > 0) setSeen(new Set([...seen, ...fresh.map(({ id }) => id)]));
  return {
    questions: data.filter(({ id, status }) => status === 'open' || seen.has(id)),
    isKnown: asked !== undefined || isError,
  };
}

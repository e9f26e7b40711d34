import { useMemo, useState } from 'react';
import type { CallStep, RunView, Step } from './run-view.ts';

/** Whether a call waits for a person. */
export function isAsking(step: Step): step is CallStep {
  if (step.kind !== 'call' || step.question === null) return false;
  return step.state === 'held' || (step.state === 'unknown' && step.question.about === 'unknown');
}

/** Whether several calls wait for a person at once, or did while this page is looked at. */
export function useAsksTogether({ steps }: RunView): boolean {
  const [did, setDid] = useState(false);
  const does = useMemo(() => steps.filter(isAsking).length > 1, [steps]);
  if (does && !did) setDid(true);
  return did;
}

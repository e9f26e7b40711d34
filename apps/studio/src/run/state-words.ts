import type { RunResult, RunStatus } from '@countersign/contract';
import type { Tone } from '../ui/badge.tsx';
import type { Step } from './run-view.ts';

/** A step's state, as a word and a tone. The word is empty where the row itself says enough. */
export const STEP_STATES: Readonly<
  Record<Step['state'], { readonly word: string; readonly tone: Tone }>
> = {
  waiting: { word: 'deciding', tone: 'running' },
  held: { word: 'held for you', tone: 'held' },
  running: { word: 'running', tone: 'running' },
  done: { word: 'done', tone: 'allowed' },
  failed: { word: 'failed', tone: 'refused' },
  refused: { word: 'refused', tone: 'refused' },
  denied: { word: 'denied', tone: 'refused' },
  unknown: { word: 'answer lost', tone: 'unknown' },
  cancelled: { word: 'stopped', tone: 'neutral' },
  edited: { word: 'edited by a person', tone: 'neutral' },
  unusable: { word: 'not a call', tone: 'refused' },
};

/** What a step does, in words. `titleOf` says what an action is called. */
export function stepTitle(step: Step, titleOf: (action: string) => string): string {
  if (step.kind === 'call') return titleOf(step.action);
  return step.isPlan ? 'Write down what was asked' : 'Ask the model';
}

/** A run's state, as a word and a tone. */
export function runState(run: {
  readonly status: RunStatus;
  readonly result: RunResult | null;
  readonly openQuestions?: number;
}): { readonly word: string; readonly tone: Tone } {
  switch (run.status) {
    case 'runnable':
      return { word: 'Queued', tone: 'running' };
    case 'running':
      return { word: 'Running', tone: 'running' };
    case 'parked':
      return { word: (run.openQuestions ?? 1) > 0 ? 'Waiting for you' : 'Waiting', tone: 'held' };
    case 'ended':
      return endState(run.result);
  }
}

function endState(result: RunResult | null): { readonly word: string; readonly tone: Tone } {
  switch (result?.kind) {
    case 'answered':
      return { word: 'Done', tone: 'allowed' };
    case 'failed':
      return { word: 'Failed', tone: 'refused' };
    case 'cancelled':
      return { word: 'Stopped', tone: 'neutral' };
    default:
      return { word: 'Ended', tone: 'neutral' };
  }
}

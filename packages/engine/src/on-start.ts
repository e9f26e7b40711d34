import { type RunEvent, SYSTEM } from '@countersign/contract';
import { withMessage } from './context.ts';
import { planFirst } from './planning.ts';
import type { TurnState } from './state.ts';

/** The first state: the conversation so far, what the person said, and the model to plan or to speak. */
export function onStart(event: Extract<RunEvent, { kind: 'run.started' }>): TurnState {
  const empty: TurnState = {
    v: 1,
    start: event.start,
    messages: [],
    context: SYSTEM,
    nextOrdinal: 0,
    phase: { kind: 'calling', slots: [] },
    endorsements: [],
    denied: [],
  };
  return planFirst(
    [...event.history, ...event.messages].reduce(withMessage, empty),
    event.messages,
  );
}

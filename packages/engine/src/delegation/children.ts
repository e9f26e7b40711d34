import type { Delegated, RunEvent, RunResult } from '@countersign/contract';
import { replaceSlot } from '../slots.ts';
import { type Delegating, slotsOf, type TurnState } from '../state.ts';

/** A run of its own does a call: the call waits for its end. */
export function onDelegated(
  state: TurnState,
  event: Extract<RunEvent, { kind: 'call.delegated' }>,
): TurnState {
  return replaceSlot(state, event.call, (slot) =>
    slot.kind === 'open'
      ? {
          ...{ kind: 'delegated', toolCall: slot.toolCall, call: slot.call, note: slot.note },
          run: event.run,
          ...(slot.wish === undefined ? {} : { wish: slot.wish }),
        }
      : slot,
  );
}

/** The runs that do calls of this one, and have not ended. */
function childrenOf(state: TurnState): readonly Delegating[] {
  if (state.phase.kind === 'stopping') return state.phase.runs;
  return slotsOf(state).flatMap((slot) =>
    slot.kind === 'delegated' ? [{ call: slot.call.id, run: slot.run }] : [],
  );
}

/** The run is over from outside. Those that do its work are stopped first: nothing of it goes on after its end. */
export function stopped(state: TurnState, result: RunResult): TurnState {
  const runs = childrenOf(state);
  if (runs.length === 0) return { ...state, phase: { kind: 'over', result } };
  // What was said first stands.
  if (state.phase.kind === 'stopping') return state;
  return { ...state, phase: { kind: 'stopping', runs, result } };
}

/** A run that was to stop has ended. */
export function onStopped(state: TurnState, call: string): TurnState {
  const { phase } = state;
  if (phase.kind !== 'stopping') return state;
  const runs = phase.runs.filter((one) => one.call !== call);
  return {
    ...state,
    phase: runs.length === 0 ? { kind: 'over', result: phase.result } : { ...phase, runs },
  };
}

/** Whether the run waits for others that do a part of its work. */
export function waitsForRuns(state: TurnState): boolean {
  return state.phase.kind !== 'over' && childrenOf(state).length > 0;
}

/** How a run came from another one; null where it did not. */
export function delegatedBy({ start }: TurnState): Delegated | null {
  return start.delegated ?? null;
}

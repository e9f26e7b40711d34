import type { RunEvent } from '@countersign/contract';
import type { TurnState } from './state.ts';

/** A person has added places to the contract. Where nothing was agreed there is nothing to add to. */
export function onWidened(
  state: TurnState,
  { widening }: Extract<RunEvent, { kind: 'intent.widened' }>,
): TurnState {
  const { intent } = state;
  if (intent === undefined) return state;
  const { used, widened = [] } = intent;
  return { ...state, intent: { ...intent, used: [...used, 0], widened: [...widened, widening] } };
}

/** Whether the run has a contract that a person can add to. */
export function isAgreed({ intent }: TurnState): boolean {
  return intent !== undefined;
}

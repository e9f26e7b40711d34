import type { RunEvent } from '@countersign/contract';
import { replaceSlot } from './slots.ts';
import { type Slot, slotsOf, type TurnState } from './state.ts';

/** One of several people has said yes: the question goes on waiting for the others. */
export function onSupported(
  state: TurnState,
  { question, by, callHash }: Extract<RunEvent, { kind: 'question.supported' }>,
): TurnState {
  const slot = askedIn(state, question);
  if (slot === null) return state;
  const supports = [...(slot.supports ?? []), { by, callHash }];
  return replaceSlot(state, slot.call.id, () => ({ ...slot, supports }));
}

/** The slot that waits for a question, or null where none does. */
export function askedIn(
  state: TurnState,
  question: string,
): Extract<Slot, { kind: 'asked' }> | null {
  const slot = slotsOf(state).find(
    (candidate) => candidate.kind === 'asked' && candidate.question.id === question,
  );
  return slot?.kind === 'asked' ? slot : null;
}

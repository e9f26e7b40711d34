import { callId, type RunResult } from '@countersign/contract';
import { askedAlready, setAside, withLate } from './aside.ts';
import { withMessage } from './context.ts';
import type { Unsettled } from './slot.ts';
import { callOf, type Slot, slotsOf, type TurnState, wishOf } from './state.ts';

/** Changes the slot of a call, and lets the run go on where nothing else is waited for. Unknown calls change nothing. */
export function replaceSlot(
  state: TurnState,
  call: string,
  change: (slot: Slot) => Slot,
): TurnState {
  const { phase, aside } = state;
  if (!slotsOf(state).some((slot) => callOf(slot) === call)) return state;
  const changed = (slot: Slot) => (callOf(slot) === call ? change(slot) : slot);
  return goOn({
    ...state,
    phase: phase.kind === 'calling' ? { kind: 'calling', slots: phase.slots.map(changed) } : phase,
    ...(aside ? { aside: aside.map((one) => ({ ...one, slot: changed(one.slot) })) } : {}),
  });
}

/** The slot of a call whose result is not there yet, or null. */
export function unsettled(
  state: Pick<TurnState, 'phase' | 'aside'>,
  call: string,
): Unsettled | null {
  const slot = slotsOf(state).find((one) => callOf(one) === call);
  return slot === undefined || slot.kind === 'settled' ? null : slot;
}

/** A call of a turn is held: where the run goes on, what was wished for after it in the same words is not asked about too. */
export function withoutTwins(state: TurnState, call: string): TurnState {
  const { phase } = state;
  if (phase.kind !== 'calling' || !goesOn(state)) return state;
  const at = phase.slots.findIndex((slot) => callOf(slot) === call);
  const held = phase.slots[at];
  // What a person has answered was decided long ago: the ones after it may be under way by now.
  const isFresh = (slot: Slot) =>
    slot.kind === 'open' && slot.wish === undefined && slot.approval === null;
  if (held?.kind !== 'open' || !isFresh(held)) return state;
  const wish = wishOf(held.call);
  const slots = phase.slots.map((slot, other) =>
    other > at && slot.kind === 'open' && isFresh(slot) && wishOf(slot.call) === wish
      ? askedAlready(slot)
      : slot,
  );
  return { ...state, phase: { kind: 'calling', slots } };
}

/** Whether the agent's runs go on while people are asked. */
function goesOn({ start }: TurnState): boolean {
  return start.agent.definition.onHold === 'go-on';
}

/** Whether nothing that a turn wished for waits to be performed, nor, where the agent waits for answers, for a person. */
function isThrough(state: TurnState, slots: readonly Slot[]): boolean {
  return slots.every(({ kind }) => kind === 'settled' || (kind === 'asked' && goesOn(state)));
}

/**
 * Once all tool results of a turn are there, they enter the context in the order the model asked, and it is to speak.
 * A turn that was over before waits for all that is aside.
 */
export function goOn(state: TurnState): TurnState {
  const { phase, aside = [] } = state;
  if (phase.kind === 'calling' && isThrough(state, phase.slots))
    return generateNext(phase.slots.reduce(withSlot, state), AT_ONCE);
  if (phase.kind === 'waiting' && aside.every(({ slot }) => slot.kind === 'settled'))
    return phase.ending === null
      ? generateNext(state, AT_ONCE)
      : { ...state, phase: { kind: 'over', result: phase.ending } };
  return state;
}

const AT_ONCE = { failures: 0, delayMs: 0 } as const;

function withSlot(state: TurnState, slot: Slot): TurnState {
  return slot.kind === 'settled' ? withMessage(state, slot.message) : setAside(state, slot);
}

/** The state in which the model is asked next, under a fresh call id, with all that has become of what was aside. */
export function generateNext(
  before: TurnState,
  how: { failures: number; delayMs: number },
): TurnState {
  const state = withLate(before);
  return {
    ...state,
    nextOrdinal: state.nextOrdinal + 1,
    phase: { kind: 'generating', call: callId(state.start.actor.run, state.nextOrdinal), ...how },
  };
}

/** The run ends so, once all that is aside is settled: what people are asked or have said yes to is not left undone. */
export function endWith(state: TurnState, result: RunResult): TurnState {
  return goOn({ ...state, phase: { kind: 'waiting', ending: result } });
}

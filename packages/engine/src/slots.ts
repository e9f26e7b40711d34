import {
  callId,
  type Json,
  join,
  type Label,
  type Message,
  SYSTEM,
  toolNameOf,
} from '@countersign/contract';
import { callOf, type Slot, type ToolMessage, type TurnState } from './state.ts';

/** Changes the slot of a call, and lets the model speak again once every slot is settled. Unknown calls change nothing. */
export function replaceSlot(
  state: TurnState,
  call: string,
  change: (slot: Slot) => Slot,
): TurnState {
  if (state.phase.kind !== 'calling') return state;
  const slots = state.phase.slots.map((slot) => (callOf(slot) === call ? change(slot) : slot));
  return continueWhenSettled({ ...state, phase: { kind: 'calling', slots } });
}

/** The slot of a call whose result is not there yet, or null. */
export function unsettled(
  { phase }: Pick<TurnState, 'phase'>,
  call: string,
): Exclude<Slot, { kind: 'settled' }> | null {
  if (phase.kind !== 'calling') return null;
  const slot = phase.slots.find((one) => callOf(one) === call);
  return slot === undefined || slot.kind === 'settled' ? null : slot;
}

/** Once all tool results are there, they enter the context in the order the model asked, and it is to speak. */
export function continueWhenSettled(state: TurnState): TurnState {
  if (state.phase.kind !== 'calling') return state;
  const messages: ToolMessage[] = [];
  for (const slot of state.phase.slots) {
    if (slot.kind !== 'settled') return state;
    messages.push(slot.message);
  }
  return generateNext(messages.reduce(withMessage, state), { failures: 0, delayMs: 0 });
}

/** The state in which the model is asked next, under a fresh call id. */
export function generateNext(
  state: TurnState,
  how: { failures: number; delayMs: number },
): TurnState {
  return {
    ...state,
    nextOrdinal: state.nextOrdinal + 1,
    phase: { kind: 'generating', call: callId(state.start.actor.run, state.nextOrdinal), ...how },
  };
}

/** A message enters the context: from now on whatever the model says has its label too. */
export function withMessage(state: TurnState, message: Message): TurnState {
  return {
    ...state,
    messages: [...state.messages, message],
    context: join(state.context, message.label),
  };
}

/** A slot with its result. Without a label the text is our own. */
export function settled(
  slot: Extract<Slot, { kind: 'open' | 'asked' }>,
  content: Json,
  about: { isError: boolean; label?: Label },
): Slot {
  const message: ToolMessage = {
    role: 'tool',
    call: slot.call.id,
    tool: toolNameOf(slot.call.action),
    content: slot.note === null ? content : { note: slot.note, result: content },
    isError: about.isError,
    label: about.label ?? SYSTEM,
  };
  return { kind: 'settled', toolCall: slot.toolCall, message };
}

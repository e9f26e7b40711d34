import type { Call, Sha256 } from '@countersign/contract';
import { withMessage } from './context.ts';
import { settled, type Unsettled } from './slot.ts';
import { type Slot, type ToolMessage, type TurnState, wishOf } from './state.ts';
import { passOn } from './variables/pass.ts';
import { waysOf } from './ways.ts';

const MEANWHILE =
  'Go on with what does not need its result. When nothing else is left to do, end your turn: you will be told what became of it.';

const HELD = { held: `It has not happened: a person is being asked. ${MEANWHILE}` };
const LOST = {
  unknown: `It was sent and the answer was lost. It may have happened: a person is being asked. ${MEANWHILE}`,
};
const ASKED_ALREADY = {
  held: `It has not happened again: exactly this was asked for before, and what became of that you will be told. ${MEANWHILE}`,
};

/** A call leaves its turn: the model gets our own word for its result, which quotes nothing, and the rest late. */
export function setAside(state: TurnState, slot: Unsettled): TurnState {
  const one = { slot, wish: wishedFor(state, slot) };
  return withMessage({ ...state, aside: [...(state.aside ?? []), one] }, provisional(state, slot));
}

function provisional({ start }: TurnState, slot: Unsettled): ToolMessage {
  const isLost = slot.kind === 'asked' && slot.about === 'unknown';
  const told = isLost ? LOST : { ...HELD, ...waysOf(start.agent, slot.call) };
  return settled(slot, told, { isError: true }).message;
}

/** What the model wished for, whatever a person has made of it since. Variables count as what they stand for. */
function wishedFor({ messages, variables = [] }: TurnState, { call, wish }: Unsettled): Sha256 {
  const said = messages.findLast((message) => message.role === 'assistant');
  const wished = said?.calls.find((one) => one.call === (wish ?? call.id));
  const args = wished?.args ?? call.args;
  const passed = passOn(args, variables);
  return wishOf({ ...call, args: 'problem' in passed ? args : passed.args });
}

/** What has become of calls that are aside enters the context, each with its own label. */
export function withLate(state: TurnState): TurnState {
  const { aside } = state;
  if (aside === undefined) return state;
  return aside.reduce<TurnState>(
    (before, { slot }) =>
      slot.kind === 'settled' ? withMessage(before, { ...slot.message, late: true }) : before,
    { ...state, aside: aside.filter(({ slot }) => slot.kind !== 'settled') },
  );
}

/** Whether exactly this was wished for before, and the model has not heard what became of it. */
export function isAside({ aside = [] }: TurnState, call: Call): boolean {
  if (aside.length === 0) return false;
  const wanted = wishOf(call);
  return aside.some(
    ({ slot, wish }) =>
      wish === wanted || (slot.kind !== 'settled' && wishOf(slot.call) === wanted),
  );
}

/** A wish that is not put to anybody, since its twin is. */
export function askedAlready(slot: Unsettled): Slot {
  return settled(slot, ASKED_ALREADY, { isError: true });
}

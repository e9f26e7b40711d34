import {
  type Answer,
  type Approval,
  type Call,
  callId,
  label,
  type RunEvent,
  type Sha256,
  unreachable,
} from '@countersign/contract';
import { askedIn } from './on-supported.ts';
import { settled } from './slot.ts';
import { replaceSlot } from './slots.ts';
import { type Slot, type TurnState, wishOf } from './state.ts';

type AnswerEvent = Extract<RunEvent, { kind: 'question.answered' }>;
type Asked = Extract<Slot, { kind: 'asked' }>;

/** A person has answered. Only the question a slot waits for counts; a late or foreign answer changes nothing. */
export function onAnswer(state: TurnState, event: AnswerEvent): TurnState {
  const slot = askedIn(state, event.question);
  if (slot === null) return state;
  const fresh = callId(state.start.actor.run, state.nextOrdinal);
  const next = answered(slot, event, fresh);
  const used = next.kind === 'open' && next.call.id === fresh ? 1 : 0;
  const widened = {
    ...state,
    nextOrdinal: state.nextOrdinal + used,
    endorsements: [...state.endorsements, ...event.endorsements],
    denied:
      event.answer.kind === 'deny' && slot.about === 'call'
        ? [...state.denied, wishOf(slot.call)]
        : state.denied,
  };
  return replaceSlot(widened, slot.call.id, () => next);
}

function answered(slot: Asked, event: AnswerEvent, fresh: string): Slot {
  const { answer } = event;
  if (!fits(slot, answer)) return slot;
  switch (answer.kind) {
    case 'approve':
      return { ...open(slot), approval: approvalOf(slot, event, answer.callHash) };
    case 'edit':
      // Edited arguments are another call: a new id, decided anew.
      return {
        ...open(slot),
        call: { ...unheld(slot.call), id: fresh, args: answer.args, leaves: event.leaves },
        note: 'A person changed the arguments before this ran.',
        wish: slot.wish ?? slot.call.id,
      };
    case 'deny':
      return settled(
        slot,
        { denied: answer.reason || 'A person said no.' },
        { isError: true, label: label('principal', 'public', [`${event.question}#/answer`]) },
      );
    case 'expired':
      return settled(slot, { denied: 'Nobody answered in time.' }, { isError: true });
    case 'happened':
      return settled(
        slot,
        { confirmed: 'The answer was lost; a person confirmed that it happened.' },
        { isError: false },
      );
    case 'repeat':
      // The same id and so the same idempotency key: where the first attempt did arrive, the other side can tell.
      return { ...open(slot), approval: approvalOf(slot, event, answer.callHash) };
    default:
      return unreachable(answer);
  }
}

/**
 * What the answer approves. Of those it says had said yes before, only they count whose yes to exactly this call stands
 * in the run's own entries.
 */
function approvalOf(
  slot: Asked,
  { question, by, also = [] }: AnswerEvent,
  callHash: Sha256,
): Approval {
  const said = (slot.supports ?? []).filter((one) => one.callHash === callHash);
  const others = said.map((one) => one.by).filter((one) => one !== by && also.includes(one));
  const people = [...new Set(others)];
  return { question, callHash, by, ...(people.length > 0 ? { also: people } : {}) };
}

/** A call whose arguments a person has gone through: none of them stands for a variable any more. */
function unheld({ held: _, ...call }: Call): Call {
  return call;
}

function open(slot: Asked): Extract<Slot, { kind: 'open' }> {
  return {
    kind: 'open',
    toolCall: slot.toolCall,
    call: slot.call,
    approval: null,
    note: slot.note,
    ...(slot.wish === undefined ? {} : { wish: slot.wish }),
  };
}

/** Whether an answer is one to what was asked: a lost answer cannot be approved, a held call cannot have happened. */
function fits(slot: Asked, answer: Answer): boolean {
  if (answer.kind === 'deny' || answer.kind === 'expired') return true;
  const aboutLost = answer.kind === 'happened' || answer.kind === 'repeat';
  return aboutLost === (slot.about === 'unknown');
}

import {
  at,
  type Call,
  type Json,
  must,
  type Outcome,
  type ResultBasis,
} from '@countersign/contract';
import type { Unsettled } from './slot.ts';
import { type PerformedCall, slotsOf, type TurnState } from './state.ts';

/** A call that was performed, with what it gave. */
export interface Performance extends Pick<Call, 'action' | 'connection' | 'args'>, ResultBasis {
  readonly value: Json;
}

/** The calls that later values may refer to, in the order in which they ended. */
export function performances(state: TurnState): readonly Performance[] {
  const { performed = [], variables = [] } = state;
  if (performed.length === 0) return [];
  const contents = new Map<string, Json>();
  // What comes late comes after our own word for it.
  for (const message of state.messages)
    if (message.role === 'tool') contents.set(message.call, message.content);
  for (const slot of slotsOf(state))
    if (slot.kind === 'settled') contents.set(slot.message.call, slot.message.content);
  return performed.map(({ id, action, connection, args, place, basis }) => {
    const held = variables.find(({ call }) => call === id);
    const content = must(contents.get(id), 'what a call gave stands in its message');
    const value = held ? held.value : (at(content, place) ?? null);
    return { action, connection, args, value, ...basis };
  });
}

/** The state with a call among those that gave something. */
export function withPerformed(
  state: TurnState,
  slot: Unsettled,
  outcome: Outcome,
  basis: ResultBasis | undefined,
): TurnState {
  if (outcome.kind !== 'done' || basis === undefined) return state;
  const { id, action, connection, args } = slot.call;
  const place = slot.note === null ? '' : '/result';
  const call: PerformedCall = { id, action, connection, args, place, basis };
  return { ...state, performed: [...(state.performed ?? []), call] };
}

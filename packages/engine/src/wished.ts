import { toolNameOf } from '@countersign/contract';
import { callOf, slotsOf, type ToolMessage, type TurnState } from './state.ts';

/** A tool call that the model wished for, as the message with its result says it. */
export type Wished = Pick<ToolMessage, 'call' | 'tool' | 'wish'>;

/** All tool calls that a run has wished for: those whose results the model was told, and those it waits for. */
export function wished(state: Pick<TurnState, 'messages' | 'phase' | 'aside'>): readonly Wished[] {
  const told = state.messages.filter((message) => message.role === 'tool');
  const waiting = slotsOf(state).map((slot): Wished => {
    if (slot.kind === 'settled') return slot.message;
    const { call, wish } = slot;
    const one = { call: callOf(slot), tool: toolNameOf(call.action) };
    return wish === undefined ? one : { ...one, wish };
  });
  return [...told, ...waiting];
}

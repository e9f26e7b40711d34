import { join, type Message } from '@countersign/contract';
import type { TurnState } from './state.ts';

/** A message enters the context: from now on whatever the model says has its label too. */
export function withMessage(state: TurnState, message: Message): TurnState {
  return {
    ...state,
    messages: [...state.messages, message],
    context: join(state.context, message.label),
  };
}

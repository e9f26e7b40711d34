import {
  type Asked,
  type Call,
  type Command,
  type JsonObject,
  type ModelRequest,
  type ModelTool,
  toolNameOf,
} from '@countersign/contract';
import { planCommand } from './planning.ts';
import type { TurnState } from './state.ts';

/** All that has to be done in a state, whether or not somebody began it before a crash. */
export function outstanding(state: TurnState): readonly Command[] {
  const { phase } = state;
  switch (phase.kind) {
    case 'planning':
      return [planCommand(state, phase)];
    case 'agreeing':
      return [{ kind: 'agree', event: phase.event }];
    case 'generating':
      return [
        {
          kind: 'generate',
          call: phase.call,
          request: requestOf(state),
          context: state.context,
          delayMs: phase.delayMs,
        },
      ];
    case 'calling':
      return phase.slots.flatMap((slot) =>
        slot.kind === 'open'
          ? [{ kind: 'call', call: slot.call, approval: slot.approval } as const]
          : [],
      );
    case 'over':
      return [{ kind: 'end', result: phase.result }];
  }
}

/** The questions a state waits for. */
export function waitingFor(state: TurnState): readonly Asked[] {
  if (state.phase.kind !== 'calling') return [];
  return state.phase.slots.flatMap((slot) => (slot.kind === 'asked' ? [slot.question] : []));
}

/** The call a question is about, or null where the state does not wait for it. */
export function askedCall(state: TurnState, question: string): Call | null {
  if (state.phase.kind !== 'calling') return null;
  const slot = state.phase.slots.find(
    (one) => one.kind === 'asked' && one.question.id === question,
  );
  return slot?.kind === 'asked' ? slot.call : null;
}

function requestOf(state: TurnState): ModelRequest {
  const { definition, tools } = state.start.agent;
  return {
    connection: definition.model.connection,
    name: definition.model.name,
    instructions: definition.instructions,
    messages: state.messages,
    tools: tools.map(
      (tool): ModelTool => ({
        name: toolNameOf(tool.action),
        description: tool.description,
        input: tool.input as JsonObject,
      }),
    ),
    maxOutputTokens: definition.model.maxOutputTokens,
    ...(definition.model.temperature === undefined
      ? {}
      : { temperature: definition.model.temperature }),
  };
}

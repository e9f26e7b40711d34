import type { Asked, Call, Command, ModelRequest } from '@countersign/contract';
import { extractCommand, isExtraction } from './extraction/question.ts';
import { planCommand } from './planning.ts';
import { type Slot, slotsOf, type TurnState } from './state.ts';
import { offeredTools } from './variables/offer.ts';

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
        ...callsOf(state),
      ];
    case 'calling':
    case 'waiting':
      return callsOf(state);
    case 'stopping':
      return phase.runs.map(({ call, run }) => ({ kind: 'stop', call, run }));
    case 'over':
      return [{ kind: 'end', result: phase.result }];
  }
}

function callsOf(state: TurnState): readonly Command[] {
  return slotsOf(state).flatMap((slot) =>
    slot.kind !== 'open'
      ? []
      : isExtraction(slot.call)
        ? [extractCommand(state, slot.call)]
        : [{ kind: 'call', call: slot.call, approval: slot.approval } as const],
  );
}

/** The questions a state waits for. */
export function waitingFor(state: TurnState): readonly Asked[] {
  return askedSlots(state).map(({ question }) => question);
}

/** The call a question is about, or null where the state does not wait for it. */
export function askedCall(state: TurnState, question: string): Call | null {
  return askedSlots(state).find((slot) => slot.question.id === question)?.call ?? null;
}

function askedSlots(state: TurnState): readonly Extract<Slot, { kind: 'asked' }>[] {
  if (state.phase.kind === 'over' || state.phase.kind === 'stopping') return [];
  return slotsOf(state).filter((slot) => slot.kind === 'asked');
}

function requestOf(state: TurnState): ModelRequest {
  const { definition } = state.start.agent;
  return {
    connection: definition.model.connection,
    name: definition.model.name,
    instructions: definition.instructions,
    messages: state.messages,
    tools: offeredTools(state.start.agent),
    maxOutputTokens: definition.model.maxOutputTokens,
    ...(definition.model.temperature === undefined
      ? {}
      : { temperature: definition.model.temperature }),
  };
}

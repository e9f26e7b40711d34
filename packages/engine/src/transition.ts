import { Bug, type Command, type RunEvent, unreachable } from '@countersign/contract';
import { onDelegated, stopped } from './delegation/children.ts';
import { onAnswer } from './on-answer.ts';
import { onOutcome } from './on-outcome.ts';
import { onStart } from './on-start.ts';
import { onSupported } from './on-supported.ts';
import { onWidened } from './on-widened.ts';
import { outstanding } from './outstanding.ts';
import { onAgreed, onPlanRefused } from './planning.ts';
import { asked, settled } from './slot.ts';
import { endWith, replaceSlot, withoutTwins } from './slots.ts';
import type { TurnState } from './state.ts';
import { waysAfter } from './ways.ts';

/** What an event leads to: the next state, and what has to be done that was not wanted before. */
export interface Transition {
  readonly state: TurnState;
  readonly commands: readonly Command[];
}

/**
 * One step of an agent turn. Pure: the same state and event always give the same transition, so a run
 * is replayed by folding its entries. An event that no longer applies (an answer to a call that is
 * settled, anything after the end) changes nothing.
 *
 * @throws Bug where the events cannot be a run's: the first is not `run.started`, or a second one is.
 */
export function transition(state: TurnState | null, event: RunEvent): Transition {
  const next = fold(state, event);
  const before = new Set(state ? outstanding(state).map(commandKey) : []);
  return {
    state: next,
    commands: outstanding(next).filter((command) => !before.has(commandKey(command))),
  };
}

/** The state after an event; see {@link transition}. */
export function fold(state: TurnState | null, event: RunEvent): TurnState {
  if (event.kind === 'run.started') {
    if (state) throw new Bug('a run started twice');
    return onStart(event);
  }
  if (!state) throw new Bug(`a run cannot begin with ${event.kind}`);
  if (state.phase.kind === 'over') return state;
  switch (event.kind) {
    case 'call.refused':
      return onRefused(state, event);
    case 'call.held':
      return onHeld(state, event);
    case 'call.delegated':
      return onDelegated(state, event);
    case 'call.outcome':
      return onOutcome(state, event);
    case 'question.supported':
      return onSupported(state, event);
    case 'question.answered':
      return onAnswer(state, event);
    case 'intent.committed':
    case 'intent.missing':
      return onAgreed(state, event);
    case 'intent.widened':
      return onWidened(state, event);
    case 'run.cancelled':
      return stopped(state, { kind: 'cancelled', by: event.by, reason: event.reason });
    case 'run.failed':
      return stopped(state, { kind: 'failed', code: event.code, reason: event.reason });
    default:
      return unreachable(event);
  }
}

/** Tells commands apart: the same call, once before and once after a person's yes, is wanted twice. */
export function commandKey(command: Command): string {
  if (command.kind === 'end' || command.kind === 'agree') return command.kind;
  if (command.kind === 'stop') return `stop:${command.call}`;
  if (command.kind === 'generate') return command.call;
  return command.approval ? `${command.call.id}!${command.approval.question}` : command.call.id;
}

function onRefused(
  state: TurnState,
  event: Extract<RunEvent, { kind: 'call.refused' }>,
): TurnState {
  const { phase } = state;
  if (phase.kind === 'planning' && phase.call === event.call)
    return onPlanRefused(state, event.reason);
  if (phase.kind === 'generating' && phase.call === event.call) {
    return endWith(state, { kind: 'failed', code: event.code, reason: event.reason });
  }
  const { code, reason } = event;
  return replaceSlot(state, event.call, (slot) =>
    slot.kind === 'open'
      ? settled(
          slot,
          { refused: { code, reason }, ...waysAfter(state.start.agent, slot.call, code) },
          { isError: true },
        )
      : slot,
  );
}

function onHeld(state: TurnState, event: Extract<RunEvent, { kind: 'call.held' }>): TurnState {
  return replaceSlot(withoutTwins(state, event.call), event.call, (slot) =>
    slot.kind === 'open' ? asked(slot, event.question, 'call') : slot,
  );
}

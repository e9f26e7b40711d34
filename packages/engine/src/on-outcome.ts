import {
  labelOfAll,
  type ModelReply,
  type Outcome,
  type RunEvent,
  unreachable,
} from '@countersign/contract';
import { onStopped } from './delegation/children.ts';
import { onExtracted } from './extraction/answer.ts';
import { isExtraction } from './extraction/question.ts';
import { onReply } from './on-reply.ts';
import { withPerformed } from './performed.ts';
import { onPlanned, withPlaceTaken } from './planning.ts';
import { asked, settled } from './slot.ts';
import { endWith, generateNext, replaceSlot, unsettled } from './slots.ts';
import type { TurnState } from './state.ts';
import { hold, keepsResult } from './variables/hold.ts';

/** Failures of the model in a row after which the run fails. */
const MODEL_FAILURES_ALLOWED = 3;

/** Model faults that pass by themselves, with the milliseconds to wait before the second and third try. */
const TRANSIENT: Readonly<Record<string, readonly [number, number]>> = {
  MODEL_RATE_LIMITED: [2_000, 8_000],
  MODEL_UNAVAILABLE: [500, 4_000],
};

/** However long a provider asks us to wait, no longer than this many milliseconds. */
const LONGEST_WAIT_MS = 60_000;

type OutcomeEvent = Extract<RunEvent, { kind: 'call.outcome' }>;

/** A call has ended: the model's reply is acted on, a tool's result is kept for the model. */
export function onOutcome(state: TurnState, event: OutcomeEvent): TurnState {
  const { phase } = state;
  if (phase.kind === 'stopping') return onStopped(state, event.call);
  if (phase.kind === 'planning')
    return phase.call === event.call ? onPlanned(state, phase, event.outcome) : state;
  if (phase.kind === 'generating' && phase.call === event.call)
    return onModelOutcome(state, event.outcome, phase.failures);
  const ended = unsettled(state, event.call);
  if (ended === null) return state;
  const { outcome, basis } = event;
  if (isExtraction(ended.call)) {
    const extracted = onExtracted(state, ended, outcome);
    return replaceSlot(extracted.state, event.call, (slot) =>
      slot.kind === 'settled' ? slot : extracted.slot(slot),
    );
  }
  const told = withPlaceTaken(withPerformed(state, ended, outcome, basis), event);
  const isTheirs = outcome.kind === 'done' || (outcome.kind === 'failed' && !isOurs(outcome));
  if (isTheirs && keepsResult(state, ended)) {
    const held = hold(told, ended, outcome);
    return replaceSlot(held.state, event.call, (slot) =>
      slot.kind === 'settled' ? slot : held.slot(slot),
    );
  }
  return replaceSlot(told, event.call, (slot) => {
    if (slot.kind === 'settled') return slot;
    switch (outcome.kind) {
      case 'done':
        return settled(slot, outcome.result.value, {
          isError: false,
          label: labelOfAll(outcome.result),
        });
      case 'failed':
        return settled(
          slot,
          { error: { code: outcome.code, message: outcome.message.value } },
          { isError: true, label: outcome.message.label },
        );
      case 'cancelled':
        return settled(slot, { cancelled: true }, { isError: true });
      case 'unknown':
        return event.question === null
          ? settled(
              slot,
              { unknown: 'It was sent and the answer was lost. It may have happened.' },
              { isError: true },
            )
          : asked(slot, event.question, 'unknown');
      default:
        return unreachable(outcome);
    }
  });
}

/** Whether a failure is told in our own words: there is nothing in it to be kept from anybody. */
function isOurs({ message }: Extract<Outcome, { kind: 'failed' }>): boolean {
  return message.label.integrity === 'system';
}

function onModelOutcome(state: TurnState, outcome: Outcome, failures: number): TurnState {
  if (outcome.kind === 'done') {
    // The executor's performer for `model.generate` gives exactly a ModelReply; its content is attacker-controlled, its form is not.
    return onReply(state, outcome.result.value as unknown as ModelReply);
  }
  if (outcome.kind === 'failed') {
    const delays = TRANSIENT[outcome.code];
    if (delays && failures + 1 < MODEL_FAILURES_ALLOWED) {
      return generateNext(state, {
        failures: failures + 1,
        delayMs: Math.min(outcome.retryAfterMs ?? delays[failures] ?? delays[1], LONGEST_WAIT_MS),
      });
    }
    const message = outcome.message.value;
    return failed(
      state,
      outcome.code,
      typeof message === 'string' ? message : 'The model could not answer.',
    );
  }
  if (outcome.kind === 'cancelled')
    return failed(state, 'MODEL_CANCELLED', 'The model was stopped.');
  return failed(state, 'MODEL_ANSWER_LOST', 'The model was asked and its answer was lost.');
}

function failed(state: TurnState, code: string, reason: string): TurnState {
  return endWith(state, { kind: 'failed', code, reason });
}

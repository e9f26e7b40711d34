import {
  type ActionDescriptor,
  type Call,
  effectOf,
  type Question,
  type Sha256,
  type Verdict,
} from '@countersign/contract';
import { fillSentence } from './sentence.ts';

/** What a question needs besides the call it is about. */
export interface AskingSituation {
  /** Id of the new question. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds until an unanswered question is denied. */
  readonly ttlMs: number;
  readonly descriptor: ActionDescriptor;
  /** How many people must say yes; left out, one. */
  readonly approvals?: number | undefined;
}

/** The question for a held call, rendered from the call that will run and from nothing a model said of it. */
export function questionOf(
  call: Call,
  verdict: Extract<Verdict, { kind: 'held' }>,
  asking: AskingSituation,
): Question {
  return { ...asked(call, verdict.callHash, asking), kind: 'call', missing: verdict.missing };
}

/** The question whether a call happened whose answer was lost. */
export function unknownQuestionOf(call: Call, callHash: Sha256, asking: AskingSituation): Question {
  return { ...asked(call, callHash, asking), kind: 'unknown', missing: [] };
}

function asked(
  call: Call,
  callHash: Sha256,
  { id, now, ttlMs, descriptor, approvals = 1 }: AskingSituation,
) {
  return {
    id,
    run: call.actor.run,
    call: call.id,
    callHash,
    action: call.action,
    effect: effectOf(descriptor, call.args),
    sentence: fillSentence(descriptor.sentence, call.args),
    args: call.args,
    askedAt: now,
    expiresAt: now + ttlMs,
    requestedBy: call.actor.person,
    ...(approvals > 1 ? { approvals } : {}),
  } as const;
}

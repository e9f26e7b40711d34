import {
  type Answer,
  type Call,
  canonical,
  type IntentWidening,
  type Json,
  MOST_WIDENED,
  type Pointer,
  type Question,
  type Sink,
} from '@countersign/contract';
import type { RegisteredAction } from './actions.ts';
import { callLeaves } from './call-leaves.ts';

/** What a person adds to the contract of a run with an answer, or why that cannot be. */
export type Widened =
  | { readonly kind: 'widened'; readonly widening: IntentWidening | null }
  | { readonly kind: 'misfit'; readonly reason: string };

/** What is asked about each time, whatever anybody said before. */
const NEVER: ReadonlySet<Sink> = new Set<Sink>(['auth', 'ctl', 'code']);

/**
 * The places that an approval adds: for calls that decide exactly what this one does. That the contract says more of a
 * slot (a bound, a record) adds nothing: the person saw this call, and not what else the slot would let pass.
 */
export function widenedBy(
  question: Question,
  answer: Answer,
  by: string,
  call: Pick<Call, 'args' | 'connection'>,
  action: RegisteredAction,
): Widened {
  const more = answer.kind === 'approve' ? (answer.more ?? 0) : 0;
  if (more === 0) return { kind: 'widened', widening: null };
  const misfit = (reason: string) => ({ kind: 'misfit', reason }) as const;
  if (!Number.isInteger(more) || more < 0 || more > MOST_WIDENED)
    return misfit(`Up to ${MOST_WIDENED} more calls can be added; say a whole number.`);
  if (question.effect === 'destroy') return misfit('What destroys is asked about each time.');
  if (question.missing.some(({ because }) => because === 'policy'))
    return misfit('A policy asks about each such call; more of them cannot be added.');
  if (!question.missing.some(({ pointer, because }) => pointer === '' && because === 'unendorsed'))
    return misfit('The call is within what was asked for; there is nothing to add.');
  const sorted = callLeaves(call.args).map((leaf) => ({ ...leaf, sink: action.sinkOf(leaf) }));
  if (sorted.some(({ sink }) => NEVER.has(sink)))
    return misfit('Rights, the platform and what is interpreted are asked about each time.');
  const widening: IntentWidening = {
    ...{ action: question.action, connection: call.connection, fixed: fixedOf(call, action) },
    open: patternsOf(call, action),
    ...{ atMost: more, by, question: question.id },
  };
  return { kind: 'widened', widening };
}

/** Whether a call decides exactly what a widening was made for, empty places included. */
export function isLike(
  { action: of, connection, fixed, open }: IntentWidening,
  call: Pick<Call, 'action' | 'args' | 'connection'>,
  action: RegisteredAction,
): boolean {
  return (
    call.action === of &&
    call.connection === connection &&
    canonical(fixedOf(call, action)) === canonical(fixed) &&
    patternsOf(call, action).every((pattern) => open.includes(pattern))
  );
}

function fixedOf({ args }: Pick<Call, 'args'>, action: RegisteredAction): Record<Pointer, Json> {
  return Object.fromEntries(
    callLeaves(args)
      .filter((leaf) => action.sinkOf(leaf) !== 'content')
      .map(({ pointer, value }) => [pointer, value]),
  );
}

function patternsOf({ args }: Pick<Call, 'args'>, action: RegisteredAction): readonly Pointer[] {
  const carried = callLeaves(args).filter((leaf) => action.sinkOf(leaf) === 'content');
  return [...new Set(carried.map(({ pattern }) => pattern))].sort();
}

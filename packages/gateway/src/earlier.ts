import {
  type Call,
  type Explanation,
  type Granted,
  type LeafReason,
  label,
  type Performed,
} from '@countersign/contract';
import type { Choice, EarlierResult } from './earlier-result.ts';
import { isTaintedCall } from './flow.ts';
import { type Labelling, labelResult } from './label-result.ts';

/** What later calls may refer to of a performed call; null where it gave nothing. Whatever else vouches, a call that did something vouches only in a clean context. */
export function earlierResult(
  performed: Performed,
  granted: Granted,
  decided: { readonly why: Explanation; readonly approved: boolean },
  labelling: Labelling,
): EarlierResult | null {
  const { call } = granted;
  const choice = choiceOf(call, decided);
  // Without the context of the call: its sources are not those of the result, and who chose it stands in `choice`.
  const asked = { ...call, context: label('principal'), leaves: {} };
  const outcome = labelResult(performed, { ...granted, call: asked }, labelling);
  if (outcome.kind !== 'done') return null;
  const { action, connection, args } = call;
  return { action, connection, args, choice, result: outcome.result };
}

function choiceOf(
  call: Call,
  { why: { effect, leaves }, approved }: Parameters<typeof earlierResult>[2],
): Choice {
  if (!isTaintedCall(call)) return 'clean';
  // What a hijacked model made, named or filled is its own, however it is called.
  return effect === 'read' && (approved || leaves.every(isVouched)) ? 'vouched' : 'model';
}

function isVouched({ endorsedBy }: LeafReason): boolean {
  return endorsedBy !== null && endorsedBy !== 'not-a-decision';
}

import {
  type Call,
  type Choice,
  type Explanation,
  type Granted,
  type LeafReason,
  label,
  type Outcome,
  type Performed,
  type ResultBasis,
} from '@countersign/contract';
import { isTaintedCall } from './flow.ts';
import { type Labelling, ownLabels } from './label-result.ts';

/** What lets later values refer to a performed call; null where it gave nothing. */
export function basisOf(
  performed: Performed,
  outcome: Outcome,
  granted: Granted,
  decided: { readonly why: Explanation; readonly approved: boolean },
  labelling: Pick<Labelling, 'owners'>,
): ResultBasis | null {
  if (performed.kind !== 'done' || outcome.kind !== 'done') return null;
  // Without the context of the call: its sources are not those of the result, and who chose it stands in `choice`.
  const call = { ...granted.call, context: label('principal'), leaves: {} };
  return {
    choice: choiceOf(granted.call, decided),
    labels: ownLabels(performed, { ...granted, call }, labelling),
  };
}

/** Whatever else vouches, a call that did something vouches only in a clean context. */
function choiceOf(
  call: Call,
  { why: { effect, leaves }, approved }: Parameters<typeof basisOf>[3],
): Choice {
  if (!isTaintedCall(call)) return 'clean';
  // What a hijacked model made, named or filled is its own, however it is called.
  return effect === 'read' && (approved || leaves.every(isVouched)) ? 'vouched' : 'model';
}

/** What was extracted or quoted is still a stranger's choice: which record a call finds must not hang on it. */
function isVouched({ endorsedBy }: LeafReason): boolean {
  return endorsedBy !== null && !STRANGERS.has(endorsedBy);
}

const STRANGERS: ReadonlySet<LeafReason['endorsedBy']> = new Set<LeafReason['endorsedBy']>([
  'not-a-decision',
  'extraction',
  'quoted-link',
]);

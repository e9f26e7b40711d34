import {
  type Call,
  type Effect,
  isTainted,
  type LeafReason,
  type Missing,
} from '@countersign/contract';
import type { RegisteredAction } from './actions.ts';
import { callLeaves } from './call-leaves.ts';
import { countBarred } from './confidentiality.ts';
import { destinationsOf } from './destinations.ts';
import { type EndorsingSituation, endorserOf, isMessage } from './endorse.ts';
import { labelOfLeaf } from './held-leaf.ts';
import { isIrreversible, isUnendorsed, missingForWhole, unendorsedLinks } from './integrity.ts';
import { namesNoDestination } from './intent-fit.ts';
import { type JudgedLeaf, missingOf, type Setting } from './judged-leaf.ts';
import { reasonFor } from './leaf-reason.ts';

/** What the flow of labels says of a call: what is missing, and the rule for each leaf. */
export type Flow =
  | { readonly kind: 'hostile' }
  | {
      readonly kind: 'judged';
      readonly missing: readonly Missing[];
      readonly leaves: readonly LeafReason[];
    };

/**
 * Step 4: whether each value may do what it decides (integrity), and whether what leaves may be read where it
 * goes (confidentiality). Both are needed: integrity alone lets a passport number be mailed to the right person.
 */
export function flow(
  call: Call,
  action: RegisteredAction,
  effect: Effect,
  situation: EndorsingSituation,
): Flow {
  const endorser = endorserOf(call, action, effect, situation);
  const sorted = callLeaves(call.args).map((leaf) => ({ ...leaf, sink: action.sinkOf(leaf) }));
  const destinations = destinationsOf(
    sorted.filter(({ sink }) => sink === 'dest'),
    effect,
    situation.connection,
    situation.ownAddresses,
  );
  const setting: Setting = {
    ...{ call, effect, tainted: isTaintedCall(call), destinations, endorser },
    isPrivate: namesNoDestination(endorser.fit, action),
  };
  const judged = sorted.map((leaf): JudgedLeaf => {
    const label = labelOfLeaf(call, leaf, leaf.sink);
    const vouching = endorser.endorse(leaf, leaf.sink);
    const tainted = isTainted(label.integrity);
    const barred = countBarred(leaf, label, vouching, setting);
    return { ...leaf, label, tainted, vouching, barred };
  });
  // Known hostile text may be carried along to be shown or stored; it may decide nothing.
  if (judged.some(({ sink, label }) => label.integrity === 'hostile' && sink !== 'content'))
    return { kind: 'hostile' };
  const missing = [
    ...judged.flatMap((leaf) => missingFor(leaf, setting)),
    ...missingForWhole(judged, setting),
  ];
  return { kind: 'judged', missing, leaves: judged.map((leaf) => reasonFor(leaf, setting)) };
}

function missingFor(leaf: JudgedLeaf, setting: Setting): readonly Missing[] {
  return [
    ...(isUnendorsed(leaf, setting) ? [missingOf(leaf, 'unendorsed')] : []),
    ...unendorsedLinks(leaf, setting),
    ...(isIrreversible(leaf, setting) ? [missingOf(leaf, 'irreversible')] : []),
    ...(isUnreadable(leaf, setting) ? [missingOf(leaf, 'readers')] : []),
  ];
}

/** A person who vouches for a place, an object or a number knows what it tells; that question need not be put twice. */
function isUnreadable(leaf: JudgedLeaf, setting: Setting): boolean {
  if (isUnendorsed(leaf, setting) && !isMessage(leaf.sink)) return false;
  return leaf.barred > 0;
}

/** Whether a stranger could have had a hand in any part of a call. */
export function isTaintedCall(call: Pick<Call, 'context' | 'leaves'>): boolean {
  return [call.context, ...Object.values(call.leaves)].some(({ integrity }) =>
    isTainted(integrity),
  );
}

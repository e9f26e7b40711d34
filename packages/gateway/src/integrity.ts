import type { Missing, Sink } from '@countersign/contract';
import { saysNothing } from './call-leaves.ts';
import { contentLinks } from './content-links.ts';
import { type Destination, NOWHERE_NAMED } from './destinations.ts';
import { type JudgedLeaf, missingOf, originOf, type Setting } from './judged-leaf.ts';

/** Links of one text that are named one by one; with more of them the whole text is in doubt. */
const MAX_LINKS = 20;

/** Integrity: a tainted value that decides something, and that nobody vouches for. */
export function isUnendorsed(leaf: JudgedLeaf, setting: Setting): boolean {
  if (leaf.sink === 'content' && saysNothing(leaf)) return false;
  return leaf.tainted && leaf.vouching === null && needsVouching(leaf.sink, setting);
}

/** Which classes decide something, by effect. What only looks decides where it looks, and nothing else. */
export function needsVouching(sink: Sink, { effect, destinations }: Setting): boolean {
  switch (sink) {
    case 'auth':
    case 'dest':
    case 'ctl':
      return true;
    case 'sel':
    case 'val':
    case 'code':
    case 'query':
      return effect !== 'read';
    case 'content':
      // Words a model wrote after reading strangers, on their way to somebody else than the person.
      return effect !== 'read' && destinations.some(isOutsider);
  }
}

function isOutsider({ kind, cleared }: Destination): boolean {
  return kind !== 'own' && !cleared;
}

/** Links within what is sent lead its reader somewhere: each is a destination of its own. */
export function unendorsedLinks(leaf: JudgedLeaf, setting: Setting): readonly Missing[] {
  const { effect, destinations, endorser } = setting;
  const isSent = effect !== 'read' && destinations.length > 0;
  if (leaf.sink !== 'content' || typeof leaf.value !== 'string') return [];
  // A summary that the contract allows is still the words of strangers.
  const isVouchedFor = leaf.vouching !== null && leaf.vouching.by !== 'contract';
  if (!leaf.tainted || isVouchedFor || !isSent) return [];
  const open: string[] = [];
  for (const link of contentLinks(leaf.value)) {
    if (endorser.endorsesLink(leaf, link)) continue;
    open.push(link);
    if (open.length > MAX_LINKS)
      return isUnendorsed(leaf, setting) ? [] : [missingOf(leaf, 'unendorsed')];
  }
  return open.map((link) => ({ ...missingOf(leaf, 'unendorsed'), value: link, sink: 'dest' }));
}

/**
 * What cannot be undone, in a context that strangers wrote to, needs a person's word for this very action: that
 * the principal's message names an object does not say that it should be destroyed.
 */
export function isIrreversible(leaf: JudgedLeaf, setting: Setting): boolean {
  if (!isDestructive(setting) || leaf.sink === 'content' || isUnendorsed(leaf, setting))
    return false;
  return leaf.vouching?.by !== 'person' && leaf.vouching?.by !== 'configured';
}

function isDestructive({ effect, tainted }: Setting): boolean {
  return effect === 'destroy' && tainted;
}

/** A destruction of which no argument says what is destroyed has to be asked about as a whole. */
export function missingForWhole(
  leaves: readonly JudgedLeaf[],
  setting: Setting,
): readonly Missing[] {
  const { call, tainted, destinations, endorser, isPrivate } = setting;
  const whole = { pointer: '', value: null, sink: null, origin: originOf(call.context) } as const;
  const decided = leaves.some(
    ({ sink, vouching }) => sink !== 'content' && vouching?.by !== 'configured',
  );
  const isBlind = isDestructive(setting) && !decided;
  const isAimless = tainted && destinations.includes(NOWHERE_NAMED) && !isPrivate;
  const isOutside = tainted && endorser.fit.kind === 'outside';
  return [
    ...(isBlind ? [{ ...whole, because: 'irreversible' as const }] : []),
    ...(isAimless || isOutside ? [{ ...whole, because: 'unendorsed' as const }] : []),
  ];
}

import { type Call, type Effect, isInDomain, isTainted, type Sink } from '@countersign/contract';
import type { CallLeaf } from './call-leaves.ts';
import { heldAt } from './held-leaf.ts';

/**
 * Rule E4: a value that a quarantined model read out of a stranger's document, where it is yes or no or one of a list, and
 * the list was chosen in a context that no stranger had written to, as was the argument it stands in. The stranger then
 * picks one of the branches that an honest hand laid out, and the run's bit budget bounds how often.
 *
 * It vouches for amounts and the like (`val`) alone: never for where something goes, which object is touched or what
 * text is sent. Numbers and days are not vouched for here, since within their bounds the stranger would choose freely: a
 * number needs a bound of the intent contract (rule E2), which vouches for it wherever it comes from.
 */
export function isExtracted(
  leaf: CallLeaf,
  sink: Sink,
  call: Pick<Call, 'held' | 'context'>,
  effect: Effect,
): boolean {
  const from = heldAt(call, leaf.pointer)?.extracted;
  if (from === undefined || sink !== 'val' || effect === 'destroy') return false;
  const { domain, context } = from;
  return (
    (domain.kind === 'boolean' || domain.kind === 'enum') &&
    !isTainted(context.integrity) &&
    !isTainted(call.context.integrity) &&
    isInDomain(leaf.value, domain)
  );
}

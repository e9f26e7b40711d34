import { join, type Label, mayRead, type Readers } from '@countersign/contract';
import { type CallLeaf, saysNothing } from './call-leaves.ts';
import type { Destination } from './destinations.ts';
import type { Vouching } from './endorse.ts';
import type { Setting } from './judged-leaf.ts';

/** Confidentiality: how many of the destinations may not read what a leaf tells them. */
export function countBarred(
  leaf: CallLeaf,
  label: Label,
  vouching: Vouching | null,
  { call, destinations }: Setting,
): number {
  if (saysNothing(leaf)) return 0;
  // What the context holds can be told by any value, so its readers count for each.
  const readers = vouching?.readers ?? join(label, call.context).readers;
  return destinations.filter((one) => !mayReach(readers, one, call.actor.person)).length;
}

function mayReach(readers: Readers, destination: Destination, person: string): boolean {
  if (destination.cleared) return true;
  if (destination.kind === 'own' && mayRead(readers, `user:${person}`)) return true;
  return mayRead(readers, destination.id);
}

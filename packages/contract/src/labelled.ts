import { isWithin, type Json, leavesOf, type Pointer } from './json.ts';
import { joinAll, type Label } from './label.ts';

/** Labels of parts of a value that differ from the whole's: pointer -> label. The longest covering pointer counts. */
export type LeafLabels = Readonly<Record<Pointer, Label>>;

/** A value with its label. `leaves` refine it: a leaf not named there has `label`. */
export interface Labelled {
  readonly value: Json;
  readonly label: Label;
  readonly leaves: LeafLabels;
}

/** The label of one leaf of a labelled value. */
export function labelAt(labelled: Pick<Labelled, 'label' | 'leaves'>, pointer: Pointer): Label {
  let best: Pointer | undefined;
  for (const candidate of Object.keys(labelled.leaves)) {
    // Literal prefixes only: a key named `*`, which an outsider can choose, must not stand for its neighbours.
    if (isWithin(candidate, pointer) && (best === undefined || candidate.length > best.length))
      best = candidate;
  }
  return best === undefined ? labelled.label : (labelled.leaves[best] ?? labelled.label);
}

/** The join of all that a labelled value holds: what a context gets that reads the whole of it. */
export function labelOfAll(labelled: Labelled): Label {
  return joinAll(leavesOf(labelled.value).map((leaf) => labelAt(labelled, leaf.pointer)));
}

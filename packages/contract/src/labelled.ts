import { type Json, leavesOf, mostSpecific, type Pointer } from './json.ts';
import { joinAll, type Label } from './label.ts';

/** Labels of parts of a value that differ from the whole's: pointer -> label. The longest covering pointer counts. */
export type LeafLabels = Readonly<Record<Pointer, Label>>;

/** A value with its label. `leaves` refine it: a leaf not named there has `label`. */
export interface Labelled {
  readonly value: Json;
  readonly label: Label;
  readonly leaves: LeafLabels;
}

/**
 * The labels that a result's parts have by themselves, whoever chose to read them. Kept by pattern, so that a result
 * of a thousand records takes no more room than one of a single record.
 */
export interface ResultLabels {
  /** Of whatever is not named below. */
  readonly label: Label;
  /** By pointer pattern, as the action declares its result. */
  readonly fields: Readonly<Record<Pointer, Label>>;
  /** Of parts that were stored with a label of their own, by place. They come before `fields`. */
  readonly stored: LeafLabels;
}

/** The label of one leaf of a labelled value. */
export function labelAt(labelled: Pick<Labelled, 'label' | 'leaves'>, pointer: Pointer): Label {
  return labelAbove(labelled.leaves, pointer) ?? labelled.label;
}

/** The label that one leaf of a result has by itself. */
export function ownLabelAt({ label, fields, stored }: ResultLabels, pointer: Pointer): Label {
  return labelAbove(stored, pointer) ?? mostSpecific(fields, pointer) ?? label;
}

/**
 * The label of the innermost named part that a leaf stands in. Literal places: a key named `*`, which an outsider can
 * choose, must not stand for its neighbours. Looks upwards from the leaf, so that a thousand places cost no more than one.
 */
export function labelAbove(leaves: LeafLabels, pointer: Pointer): Label | undefined {
  for (let place = pointer; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/')))) {
    if (Object.hasOwn(leaves, place)) return leaves[place];
    if (place === '') return undefined;
  }
}

/** The join of all that a labelled value holds: what a context gets that reads the whole of it. */
export function labelOfAll(labelled: Labelled): Label {
  return joinAll(leavesOf(labelled.value).map((leaf) => labelAt(labelled, leaf.pointer)));
}

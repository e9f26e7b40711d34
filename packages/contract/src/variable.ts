import type { Json, Pointer } from './json.ts';
import type { Label } from './label.ts';
import type { LeafLabels } from './labelled.ts';

/**
 * Which results of a tool stay outside the model's context (rule L8): `always`, or `offered`, where the model may
 * choose for each call. A result that stays outside taints nothing until it is read.
 */
export const KEEPS = ['offered', 'always'] as const;
export type Keep = (typeof KEEPS)[number];

/** A result that a run holds outside its model's context. The model knows its name, size and label, and passes it on by name. */
export interface Variable {
  /** Without the `$`: `mail_read_3`. */
  readonly name: string;
  /** The call that gave it. */
  readonly call: string;
  readonly value: Json;
  readonly label: Label;
  /** Labels of parts, as its call's outcome had them. */
  readonly leaves: LeafLabels;
}

/** Where an argument was taken from: a variable, and the place in it. */
export interface HeldValue {
  readonly variable: string;
  readonly at: Pointer;
}

/**
 * The arguments of a call that stand for a variable, by their place. Their values are in the arguments and their own
 * labels in the call's `leaves`; that this one was chosen is known to have the label of the call's context.
 */
export type HeldValues = Readonly<Record<Pointer, HeldValue>>;

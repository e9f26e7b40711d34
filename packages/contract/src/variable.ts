import type { Domain, Extraction } from './extraction.ts';
import type { Json, Pointer } from './json.ts';
import type { Label } from './label.ts';
import type { LeafLabels } from './labelled.ts';

/**
 * Which results of a tool stay outside the model's context (rule L8): `always`, or `offered`, where the model may
 * choose for each call. A result that stays outside taints nothing until it is read.
 */
export const KEEPS = ['offered', 'always'] as const;
export type Keep = (typeof KEEPS)[number];

/** What the name of a tool ends with where the model wants its result held. Never an argument: schemas are pinned. */
export const KEPT_SUFFIX = '__kept';

/** What the engine does by itself, by the name the model knows it by. No action has such an id: theirs have a dot. */
export const READ_VARIABLE = 'variable_read';
export const EXTRACT = 'text_extract';

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
  /** For what an extraction gave: the domains that its fields were checked against. */
  readonly extracted?: Extracted;
}

/** Closed domains (rule E4), with the label of the context that chose them. */
export interface Extracted {
  readonly fields: Extraction['fields'];
  readonly context: Label;
}

/** Where an argument was taken from: a variable, and the place in it. */
export interface HeldValue {
  readonly variable: string;
  readonly at: Pointer;
  /** For a field of an extraction: its domain, with the label of the context that chose it. */
  readonly extracted?: { readonly domain: Domain; readonly context: Label };
}

/**
 * The arguments of a call that stand for a variable, by their place. Their values are in the arguments and their own
 * labels in the call's `leaves`; that this one was chosen is known to have the label of the call's context.
 */
export type HeldValues = Readonly<Record<Pointer, HeldValue>>;

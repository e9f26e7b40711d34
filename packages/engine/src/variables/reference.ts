import {
  at,
  type HeldValue,
  type Json,
  joinAll,
  type Label,
  type LeafLabels,
  labelAt,
  leavesOf,
  type Pointer,
  type Variable,
} from '@countersign/contract';

/** `$`, the name of a variable, and where in it, as a JSON Pointer: `$mail_read_3/messages/0/id`. */
const REFERENCE = /^\$(?<name>[a-z][a-z0-9_]*_\d+)(?<place>(?:\/[^/]*)*)$/su;

/** What a text that names a variable stands for. */
export interface Referred {
  readonly variable: string;
  readonly at: Pointer;
  readonly value: Json;
  /** Of all that stands there. */
  readonly label: Label;
  /** Of its parts, by their place in it. */
  readonly leaves: LeafLabels;
  /** Where it is a field of an extraction. */
  readonly extracted?: HeldValue['extracted'];
}

/** What was named does not exist. The reason is our own text and quotes nothing. */
export interface Unreferred {
  readonly problem: string;
}

/** Whether a text has the form of a reference. The whole of a text is one or none of it. */
export function isReference(text: string): boolean {
  return REFERENCE.test(text);
}

/** What a reference stands for. What stands there is never looked through for other references. */
export function refer(text: string, variables: readonly Variable[]): Referred | Unreferred {
  const found = REFERENCE.exec(text)?.groups;
  const variable = variables.find(({ name }) => name === found?.['name']);
  const place = found?.['place'] ?? '';
  if (variable === undefined) return { problem: 'There is no variable of that name.' };
  const value = at(variable.value, place);
  if (value === undefined) return { problem: 'There is nothing at that place of the variable.' };
  const leaves = leavesOf(value).map(
    ({ pointer }) => [pointer, labelAt(variable, `${place}${pointer}`)] as const,
  );
  return {
    ...{ variable: variable.name, at: place, value },
    label: joinAll(leaves.map(([, label]) => label)),
    leaves: Object.fromEntries(leaves),
    ...extractedAt(variable, place),
  };
}

function extractedAt({ extracted }: Variable, place: Pointer): Pick<Referred, 'extracted'> {
  const field = place.slice(1);
  const domain =
    extracted && Object.hasOwn(extracted.fields, field) ? extracted.fields[field] : undefined;
  return extracted && domain ? { extracted: { domain, context: extracted.context } } : {};
}

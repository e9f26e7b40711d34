import type { ActionDescriptor } from '@countersign/contract';

/** A piece of JSON Schema 2020-12. Only bounded forms are made here: an argument without a bound cannot be written by accident. */
export type Schema = ActionDescriptor['input'];

/** Text of at most `max` UTF-16 code units. */
export function text(max: number, description?: string, more: Schema = {}): Schema {
  return { type: 'string', maxLength: max, ...describe(description), ...more };
}

/** One line of text: what stands in a header or a title. */
export function line(max: number, description?: string, more: Schema = {}): Schema {
  return text(max, description, { pattern: '^[^\\r\\n]*$', ...more });
}

/** One of the given words. */
export function oneOf(words: readonly string[], description?: string, more: Schema = {}): Schema {
  return { type: 'string', enum: [...words], ...describe(description), ...more };
}

/** A whole number within bounds. */
export function whole(
  minimum: number,
  maximum: number,
  description?: string,
  more: Schema = {},
): Schema {
  return { type: 'integer', minimum, maximum, ...describe(description), ...more };
}

/** True or false. */
export function flag(description?: string, more: Schema = {}): Schema {
  return { type: 'boolean', ...describe(description), ...more };
}

/** A list of at most `max` items. */
export function list(items: Schema, max: number, description?: string, more: Schema = {}): Schema {
  return { type: 'array', items, maxItems: max, ...describe(description), ...more };
}

/** An object with exactly these members; `required` names those that must be there. */
export function object(
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[],
  description?: string,
): Schema {
  return {
    type: 'object',
    properties,
    required: [...required],
    additionalProperties: false,
    ...describe(description),
  };
}

/** An object whose keys are not known beforehand: at most `max` of them, each named by `names`. */
export function map(values: Schema, names: Schema, max: number, description?: string): Schema {
  return {
    type: 'object',
    propertyNames: names,
    additionalProperties: values,
    maxProperties: max,
    ...describe(description),
  };
}

/** One of several forms. */
export function either(...forms: readonly Schema[]): Schema {
  return { anyOf: [...forms] };
}

/** A value or null. */
export function orNull(form: Schema): Schema {
  return either(form, { type: 'null' });
}

function describe(description: string | undefined): Schema {
  return description === undefined ? {} : { description };
}

import { z } from 'zod';
import type { Json } from './json.ts';

/**
 * Closed domains (rule E4): what a document may be asked, where its answer is one of so many values and never text. How
 * many values there are bounds what a stranger who wrote the document can say by it.
 */

const day = z.iso.date();
/** Steps that one number may have: 32 bits. */
const MOST_STEPS = 2 ** 32;

const domainSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('boolean') }),
  z.strictObject({
    kind: z.literal('enum'),
    values: z
      .array(z.string().min(1).max(100))
      .min(2)
      .max(32)
      .refine((values) => new Set(values).size === values.length, {
        message: 'A value is there twice.',
      }),
  }),
  /** From `min` to `max`, both included, in steps of `step` from `min`. */
  z
    .strictObject({
      kind: z.literal('number'),
      min: z.number(),
      max: z.number(),
      step: z.number().positive().default(1),
    })
    .refine(({ min, max, step }) => min <= max && (max - min) / step < MOST_STEPS, {
      message: '"min" is above "max", or there are too many steps.',
    }),
  /** A day, both ends included: `2026-03-31`. */
  z
    .strictObject({ kind: z.literal('date'), from: day, to: day })
    .refine(({ from, to }) => from <= to, { message: '"from" is after "to".' }),
]);
export type Domain = z.infer<typeof domainSchema>;

/** What one extraction asks. Names are the asker's own; they mean nothing to anybody else. */
export const extractionSchema = z.strictObject({
  /** A held result, or a place in it. */
  from: z.string().min(2).max(500),
  fields: z
    .record(z.string().regex(/^[a-z][a-zA-Z0-9_]{0,39}$/), domainSchema)
    .refine((fields) => Object.keys(fields).length > 0 && Object.keys(fields).length <= 8, {
      message: 'From one to eight fields.',
    }),
});
export type Extraction = z.infer<typeof extractionSchema>;

/** Bits that the extractions of a run may carry, where the agent's version says nothing. */
export const DEFAULT_EXTRACTION_BITS = 16;
/** The most that a builder can allow. */
export const MOST_EXTRACTION_BITS = 64;

/**
 * What the writer of a document can say by an extraction, in bits: which of all combinations of values, or that none came
 * about, since the model is told of that.
 */
export function bitsOf(fields: Extraction['fields']): number {
  return Math.log2(Object.values(fields).reduce((all, one) => all * sizeOf(one), 1) + 1);
}

/** How many values a domain has. */
function sizeOf(domain: Domain): number {
  switch (domain.kind) {
    case 'boolean':
      return 2;
    case 'enum':
      return domain.values.length;
    case 'number':
      return Math.floor((domain.max - domain.min) / domain.step) + 1;
    case 'date':
      return Math.round((Date.parse(domain.to) - Date.parse(domain.from)) / 86_400_000) + 1;
  }
}

/** Whether a value is one of a domain's: of its type and form to the letter, nothing coerced. */
export function isInDomain(value: Json, domain: Domain): boolean {
  switch (domain.kind) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'enum':
      return typeof value === 'string' && domain.values.includes(value);
    case 'number':
      return typeof value === 'number' && isStep(value, domain);
    case 'date':
      return day.safeParse(value).success && domain.from <= `${value}` && `${value}` <= domain.to;
  }
}

/** A value must be exactly what its step gives: what differs by a rounding is another value, and tells more. */
function isStep(value: number, { min, max, step }: Extract<Domain, { kind: 'number' }>): boolean {
  return value >= min && value <= max && value === min + Math.round((value - min) / step) * step;
}

import { z } from 'zod';
import type { Json, Pointer } from './json.ts';
import type { Label } from './label.ts';

/**
 * The intent contract: what the principal's own words ask for, written down before anything untrusted was read
 * (rule E2). CaMeL (Google DeepMind, 2025) has a planner write a program for this; here it is a list of calls with
 * what may stand in each argument, so that it can be read by a person and checked by the gateway.
 */

const pointer = z.string().refine((text) => text === '' || text.startsWith('/'), {
  message: 'A pointer is empty or starts with "/".',
});
const actionId = z.string().regex(/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/);
const word = z.string().min(1).max(200);
const scalar = z.union([z.string().max(10_000), z.number(), z.boolean()]);
const filterSchema = z.strictObject({
  /** Field of a record, as its action declares it. */
  field: pointer,
  is: z.enum(['equal', 'starting-with', 'on-day', 'at-least', 'at-most']),
  value: z.union([word, z.number()]),
});

/** Calls whose results are meant: of one action, and where `given` is said, with exactly these arguments. */
const sourceSchema = z.strictObject({
  action: actionId,
  given: z.record(pointer, scalar).optional(),
});
export type IntentSource = z.infer<typeof sourceSchema>;

/** Records of one result that meet all conditions. */
const recordsSchema = z.strictObject({
  of: sourceSchema,
  where: z.array(filterSchema).max(8),
});
export type IntentRecords = z.infer<typeof recordsSchema>;

/**
 * How one value is made of records: `only` where there is exactly one, `each` any of its list, `first`, `min` and
 * `max` of the records ordered by `by`, `most-common` the value that most records have, `count` and `sum`.
 */
const pickSchema = z.strictObject({
  kind: z.literal('pick'),
  take: z.enum(['only', 'each', 'first', 'min', 'max', 'most-common', 'count', 'sum']),
  records: recordsSchema,
  field: pointer,
  /** Field that `first`, `min` and `max` order by. */
  by: pointer.optional(),
  /** The records of one call for each value of this listing, which stands in the argument `argument`. */
  forEach: z.strictObject({ of: sourceSchema, field: pointer, argument: pointer }).optional(),
});
export type IntentPick = z.infer<typeof pickSchema>;

/** What must stand in an argument. Evaluated by the gateway; a model only proposes the value. */
const expressionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('constant'), value: scalar }),
  pickSchema,
  /** A time so many minutes after another argument of the same call. */
  z.strictObject({ kind: z.literal('after'), argument: pointer, minutes: z.int().positive() }),
  /** A time as long after another argument as `until` is after `from` in the one record. */
  z.strictObject({
    kind: z.literal('as-long-as'),
    argument: pointer,
    records: recordsSchema,
    /** The record is the one whose this field the argument `key` names. */
    key: z.strictObject({ argument: pointer, field: pointer }),
    from: pointer,
    until: pointer,
  }),
]);
export type IntentExpression = z.infer<typeof expressionSchema>;

/** What is said of one argument. What is not named in a slot must be left out of the call. */
const termSchema = z.discriminatedUnion('kind', [
  /** Any value; nothing vouches for it because of the contract. */
  z.strictObject({ kind: z.literal('open') }),
  /** A number within bounds, both included. For amounts and the like only, never for a place or an object. */
  z
    .strictObject({ kind: z.literal('bound'), min: z.number(), max: z.number() })
    .refine(({ min, max }) => min <= max, { message: '"min" is above "max".' }),
  /** One of these values. */
  z.strictObject({ kind: z.literal('one-of'), values: z.array(expressionSchema).min(1).max(16) }),
  /** Text made from these sources and from nothing else that was read. */
  z.strictObject({ kind: z.literal('summary'), of: z.array(sourceSchema).min(1).max(16) }),
]);
export type IntentTerm = z.infer<typeof termSchema>;

const slotSchema = z.strictObject({
  action: actionId,
  /** Calls of this slot in the run. */
  atMost: z.int().positive().max(1_000),
  /** By pointer pattern (`/to/*`). */
  arguments: z.record(pointer, termSchema),
});
export type IntentSlot = z.infer<typeof slotSchema>;

export const intentContractSchema = z.strictObject({
  version: z.literal(1),
  slots: z.array(slotSchema).max(200),
});
export type IntentContract = z.infer<typeof intentContractSchema>;

/** Why a run has no contract. */
export const NO_INTENT_CODES = [
  /** Somebody outside wrote the description of a tool. */
  'INTENT_TOOLS_FROM_OUTSIDE',
  /** The person typed nothing: all of the message was pasted or attached. */
  'INTENT_NOTHING_TYPED',
  /** The planner might not be asked: a limit, a policy, a connection. */
  'INTENT_REFUSED',
  /** The planner was asked and gave no reply. */
  'INTENT_FAILED',
  /** What it replied was no contract. */
  'INTENT_INVALID',
  /** It found nothing that is asked for. */
  'INTENT_EMPTY',
] as const;
export type NoIntentCode = (typeof NO_INTENT_CODES)[number];

/** A contract as it was written down in a run. */
export interface CommittedIntent {
  readonly contract: IntentContract;
  /** Label of the context it was written in, as the run's record has it; never what a planner says of itself. */
  readonly context: Label;
  /** Calls that each slot has had, by its place in the list; those of the widenings follow. */
  readonly used: readonly number[];
  /** What people added later, in order. Absent: nothing. */
  readonly widened?: readonly IntentWidening[];
}

/**
 * Places that a person added to the contract of a run: more calls like the one they looked at (rule E2). It says that
 * such a call was asked for, and vouches for none of its values: what it decides must stand exactly as it was seen.
 */
export interface IntentWidening {
  readonly action: string;
  readonly connection: string | null;
  /** Every value that decides something, by its place: such a call has these and no others. */
  readonly fixed: Readonly<Record<Pointer, Json>>;
  /** Patterns of text that is carried along: any may stand there, and is judged like any other. */
  readonly open: readonly Pointer[];
  /** Calls besides the one that was looked at. */
  readonly atMost: number;
  readonly by: string;
  readonly question: string;
}

/** Calls that a person can add at once. */
export const MOST_WIDENED = 20;

import { z } from 'zod';
import { digestJson, type Sha256 } from './digest.ts';
import { at, type Json, type JsonObject } from './json.ts';
import { INTEGRITIES } from './label.ts';

/** What an action does to the world, mildest first. */
export const EFFECTS = ['read', 'write', 'send', 'destroy'] as const;
export type Effect = (typeof EFFECTS)[number];

/**
 * What may be done after a crash that lost the answer: `safe` repeats; `keyed` repeats with the same
 * idempotency key; `once` never repeats by itself, its outcome is *unknown* and a person is asked.
 */
export const REPEATS = ['safe', 'keyed', 'once'] as const;
export type Repeat = (typeof REPEATS)[number];

/**
 * What an argument decides: `dest` where it goes, `sel` what it touches, `val` amount, time or permission,
 * `content` text carried along, `code` will be interpreted, `query` read selector that leaves us, `auth`
 * rights, `ctl` the platform itself (never for agents). Undeclared arguments are `auth`, the strictest that agents can ask for.
 */
export const SINKS = ['dest', 'sel', 'val', 'content', 'code', 'query', 'auth', 'ctl'] as const;
export type Sink = (typeof SINKS)[number];

const effectSchema = z.enum(EFFECTS);
const repeatSchema = z.enum(REPEATS);

/** A trait that depends on one enum argument, such as an HTTP method; any other value of it gives `otherwise`. */
const byArgument = <T extends z.ZodType>(trait: T) =>
  z.union([
    trait,
    z.strictObject({
      by: z.string().startsWith('/'),
      of: z.record(z.string(), trait),
      otherwise: trait,
    }),
  ]);

/** How the label of one result field is made. Undeclared fields are `untrusted`, readable by the connection's owner. */
export const resultLabelSchema = z.strictObject({
  integrity: z.enum(INTEGRITIES),
  readers: z.enum(['public', 'owner', 'workspace']),
  /** Why nobody outside can write this field; owed by every field raised above `untrusted`. */
  because: z.string().min(1).optional(),
});
export type ResultLabel = z.infer<typeof resultLabelSchema>;

/** Closed forms that a field of a record can have. Free text has none, so nothing can be chosen by it. */
export const FIELD_FORMS = ['id', 'address', 'date', 'number', 'enum'] as const;
export type FieldForm = (typeof FIELD_FORMS)[number];

/** The records in a result, and which of their fields can vouch for a value (rule E3). Undeclared: none can. */
export const resultRecordsSchema = z.strictObject({
  /** What a record is, such as `event`: its ids mean something only to arguments that refer to the same kind. */
  kind: z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/),
  /** Where a record stands, as a pointer pattern: `/messages/*`, or `/message` for a single one. */
  at: z.string().startsWith('/'),
  /** What people call a record by, as a pointer within it: its title, file name or name. */
  label: z.string().nullable(),
  /** Form by pointer pattern within the record. */
  fields: z.record(z.string(), z.enum(FIELD_FORMS)),
});
export type ResultRecords = z.infer<typeof resultRecordsSchema>;

/** What is enforced for every call of the action, whatever the caller asked for. */
export const boundsSchema = z.strictObject({
  /** Canonical JSON of the arguments, in bytes. */
  maxInputBytes: z.int().positive(),
  /** Result as JSON, in bytes; what is over it is an error, never silently cut. */
  maxOutputBytes: z.int().positive(),
  /** Wall time of one attempt, in milliseconds. */
  timeoutMs: z.int().positive(),
  /** Calls of this action in one run. */
  maxCallsPerRun: z.int().positive(),
});
export type Bounds = z.infer<typeof boundsSchema>;

/** All that a model, a person and the gateway know of an action. Every field is pinned. */
export const actionDescriptorSchema = z.strictObject({
  /** `<family>.<verb>`, for example `mail.send`. */
  id: z.string().regex(/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/),
  title: z.string().min(1).max(80),
  description: z.string().min(1).max(2000),
  effect: byArgument(effectSchema),
  repeat: byArgument(repeatSchema),
  /** JSON Schema 2020-12 of the arguments. Root is an object; every string, array and number has a bound. */
  input: z.record(z.string(), z.json()),
  /** JSON Schema 2020-12 of the result. */
  output: z.record(z.string(), z.json()),
  /** Sink class by pointer pattern (`/to/*`). */
  sinks: z.record(z.string(), z.enum(SINKS)),
  /** Result label by pointer pattern (`/messages/*\/id`). */
  results: z.record(z.string(), resultLabelSchema),
  /** The records in the result; left out where nothing in it may be referred to. */
  records: resultRecordsSchema.optional(),
  /** Kind of record that an argument names, by pointer pattern; left out where no record can vouch for it. */
  refers: z.record(z.string().startsWith('/'), z.string()).optional(),
  bounds: boundsSchema,
  /** Kind of connection the action needs (`mailbox`, `smtp`, `http`, `model`), or null. */
  connection: z.string().nullable(),
  /** The question's sentence, with `{/pointer}` places that the gateway fills and quotes: `Send a mail to {/to}`. */
  sentence: z.string().min(1).max(300),
});
export type ActionDescriptor = z.infer<typeof actionDescriptorSchema>;

/** The pin of a descriptor: SHA-256 of its canonical JSON. Key order alone does not change it. */
export function pinOf(descriptor: ActionDescriptor): Sha256 {
  // zod's inferred type is wider than Json (optional members); canonical JSON leaves undefined members out.
  return digestJson(descriptor as unknown as Json);
}

/** The effect a call would have, with these arguments. */
export function effectOf(descriptor: Pick<ActionDescriptor, 'effect'>, args: JsonObject): Effect {
  return traitOf(descriptor.effect, args);
}

/** What may be done after a lost answer, with these arguments. */
export function repeatOf(descriptor: Pick<ActionDescriptor, 'repeat'>, args: JsonObject): Repeat {
  return traitOf(descriptor.repeat, args);
}

function traitOf<T extends string>(
  trait: T | { by: string; of: Record<string, T>; otherwise: T },
  args: JsonObject,
): T {
  if (typeof trait === 'string') return trait;
  const chosen = at(args, trait.by);
  return typeof chosen === 'string' && Object.hasOwn(trait.of, chosen)
    ? (trait.of[chosen] ?? trait.otherwise)
    : trait.otherwise;
}

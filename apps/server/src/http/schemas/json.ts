import type { Json, JsonObject, Label } from '@countersign/contract';
import { INTEGRITIES } from '@countersign/contract';
import { z } from 'zod';

/** Any JSON value. `z.json()` would walk it again; what comes in was parsed from JSON, what goes out becomes it. */
export const json: z.ZodType<Json> = z.unknown() as z.ZodType<Json>;

/** Any JSON object. */
export const jsonObject: z.ZodType<JsonObject> = z.record(z.string(), json);

/** Milliseconds since 1970. */
export const time = z.int();

/** A label as it is shown. */
export const label: z.ZodType<Label> = z
  .object({
    integrity: z.enum(INTEGRITIES),
    readers: z.union([z.literal('public'), z.array(z.string())]),
    provenance: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('sources'), sources: z.array(z.string()) }),
      z.object({ kind: z.literal('many'), atLeast: z.int() }),
    ]),
  })
  .meta({ id: 'Label' });

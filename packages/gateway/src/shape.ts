import {
  type ActionDescriptor,
  type JsonObject,
  must,
  type RefusalCode,
  type Sha256,
} from '@countersign/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Lru } from './lru.ts';
import { misshapenIn, utf8Length } from './measure.ts';
import { LINEAR_REGEXP } from './regexp.ts';
import { describeProblem } from './shape-errors.ts';

/** Formats a schema may name. All are matched in linear time; any other is refused when the schema is compiled. */
const FORMATS = [
  'date',
  'time',
  'date-time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uri-reference',
  'uuid',
  'json-pointer',
] as const;

/** Why arguments are refused. The reason names the place, the problem and the way out, and quotes no value. */
export interface ShapeProblem {
  readonly code: Extract<RefusalCode, 'ARGUMENTS_INVALID' | 'ARGUMENTS_TOO_LARGE'>;
  readonly reason: string;
}

/** Checks arguments against an action's schema and bounds; null where they fit. Changes nothing: no coercion, no defaults. */
export type CheckShape = (args: JsonObject) => ShapeProblem | null;

const ajv = new Ajv2020({
  strictSchema: true,
  strictNumbers: true,
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
  coerceTypes: false,
  useDefaults: false,
  removeAdditional: false,
  // One problem at a time: a list of a hundred thousand wrong items is not to become as many errors.
  allErrors: false,
  ownProperties: true,
  addUsedSchema: false,
  // Nothing is printed: what is wrong with a schema is thrown and becomes a finding.
  logger: false,
  code: { regExp: LINEAR_REGEXP },
});
addFormats(ajv, { formats: [...FORMATS], keywords: false });

const compiled = new Lru<Sha256, CheckShape>(2_000);

/** The check for a descriptor, compiled once for each pin. @throws Error of ajv where the schema cannot be compiled. */
export function shapeOf(descriptor: ActionDescriptor, pin: Sha256): CheckShape {
  return compiled.getOrMake(pin, () => compile(descriptor));
}

/** What keeps a schema from being compiled, in ajv's words; null where nothing does. */
export function compileProblem(schema: JsonObject): string | null {
  try {
    validatorOf(schema);
    return null;
  } catch (error) {
    // ajv throws nothing but errors.
    return (error as Error).message;
  }
}

function compile(descriptor: ActionDescriptor): CheckShape {
  const schema = descriptor.input as JsonObject;
  const validate = validatorOf(schema);
  const { maxInputBytes } = descriptor.bounds;
  return (args) => {
    const misshapen = misshapenIn(args);
    if (misshapen === 'too-deep')
      return refusal('ARGUMENTS_TOO_LARGE', 'The arguments are nested too deeply; flatten them.');
    if (misshapen === 'not-text')
      return refusal('ARGUMENTS_INVALID', 'A text holds half a character; write it in UTF-8.');
    // As long as canonical JSON, which only orders the keys.
    const bytes = utf8Length(JSON.stringify(args));
    if (bytes > maxInputBytes)
      return refusal(
        'ARGUMENTS_TOO_LARGE',
        `The arguments have ${bytes} bytes and may have ${maxInputBytes}; shorten them.`,
      );
    if (validate(args)) return null;
    const problem = must(validate.errors?.[0], 'ajv says what it refuses');
    return refusal('ARGUMENTS_INVALID', describeProblem(problem, schema));
  };
}

function validatorOf(schema: JsonObject): ValidateFunction {
  try {
    return ajv.compile(schema);
  } finally {
    // ajv would keep every schema for ever.
    ajv.removeSchema(schema);
  }
}

function refusal(code: ShapeProblem['code'], reason: string): ShapeProblem {
  return { code, reason };
}

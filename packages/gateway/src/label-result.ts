import {
  canonical,
  effectOf,
  type Granted,
  isJsonObject,
  type Json,
  type JsonObject,
  join,
  type Label,
  type Labelled,
  label,
  labelAbove,
  labelOfAll,
  leavesOf,
  mostSpecific,
  type Outcome,
  type Performed,
  type Readers,
  type ResultLabel,
  type ResultLabels,
  SYSTEM,
  type Usage,
} from '@countersign/contract';
import { utf8Length } from './measure.ts';

/** What labelling needs besides the grant and what was performed. */
export interface Labelling {
  /** Who owns what came through the connection: reader ids such as `user:usr_1` or `mail:ann@example.com`. */
  readonly owners: readonly string[];
  /** Replaces every secret value, in any encoding, that a text holds. */
  readonly redact: (text: string) => string;
}

/** Longest message of an error, in characters. */
const MESSAGE_LIMIT = 2_000;

/**
 * Step 7: what a performed call gave, labelled. Each field has the label its descriptor declares, joined with the
 * label of the arguments that chose it (rule L3); what is not declared could have been written by anyone. Errors
 * are results too and have the same label (rule L4).
 */
export function labelResult(performed: Performed, granted: Granted, labelling: Labelling): Outcome {
  const { usage } = performed;
  switch (performed.kind) {
    case 'cancelled':
      return { kind: 'cancelled', usage };
    case 'unknown':
      return { kind: 'unknown', why: labelling.redact(performed.why), usage };
    case 'failed': {
      const message = labelling.redact(performed.message).slice(0, MESSAGE_LIMIT);
      return { ...performed, message: whole(message, undeclared(granted, labelling, [])) };
    }
    case 'done': {
      const value = redacted(performed.result, labelling.redact) as JsonObject;
      const result = labelled(value, ownLabels(performed, granted, labelling));
      const bytes = utf8Length(canonical(value));
      return bytes > granted.descriptor.bounds.maxOutputBytes
        ? tooLarge(result, bytes, granted, usage)
        : { kind: 'done', result, usage };
    }
  }
}

/** What a model gave has the label of its context, whatever it says (rule L1). */
export function labelReply(
  performed: Performed,
  context: Label,
  labelling: Pick<Labelling, 'redact'>,
): Outcome {
  const { usage } = performed;
  switch (performed.kind) {
    case 'cancelled':
      return { kind: 'cancelled', usage };
    case 'unknown':
      return { kind: 'unknown', why: labelling.redact(performed.why), usage };
    case 'failed': {
      const message = labelling.redact(performed.message).slice(0, MESSAGE_LIMIT);
      return { ...performed, message: whole(message, context) };
    }
    case 'done':
      return {
        kind: 'done',
        result: whole(redacted(performed.result, labelling.redact), context),
        usage,
      };
  }
}

/** The labels that the parts of a result get: by declared pattern, and by place for what was stored with its own. */
export function ownLabels(
  { sources = [], stored = {} }: Pick<Extract<Performed, { kind: 'done' }>, 'sources' | 'stored'>,
  granted: Granted,
  labelling: Pick<Labelling, 'owners'>,
): ResultLabels {
  const chosenBy = labelOfArguments(granted);
  // One label for each declared pattern, however many leaves it covers.
  const fields = Object.fromEntries(
    Object.entries(granted.descriptor.results).map(([pattern, declared]) => [
      pattern,
      join(declaredLabel(declared, pattern, granted, labelling, sources), chosenBy),
    ]),
  );
  // What was stored keeps the label it was stored with (rule L5), whatever a descriptor says of the field.
  const kept = Object.fromEntries(
    Object.entries(stored).map(([place, label]) => [place, join(label, chosenBy)]),
  );
  return { label: undeclared(granted, labelling, sources), fields, stored: kept };
}

function labelled(value: JsonObject, { label, fields, stored }: ResultLabels): Labelled {
  const leaves: Record<string, Label> = {};
  for (const { pointer } of leavesOf(value)) {
    const own = labelAbove(stored, pointer) ?? mostSpecific(fields, pointer);
    if (own) leaves[pointer] = own;
  }
  return { value, label, leaves };
}

function declaredLabel(
  { integrity, readers }: ResultLabel,
  pattern: string,
  { call }: Granted,
  { owners }: Pick<Labelling, 'owners'>,
  sources: readonly string[],
): Label {
  return label(
    integrity,
    readersOf(readers, owners, call.actor.workspace),
    sources.map((source) => `${source}#${pattern}`),
  );
}

function undeclared(
  granted: Granted,
  { owners }: Pick<Labelling, 'owners'>,
  sources: readonly string[],
): Label {
  return join(label('untrusted', owners, sources), labelOfArguments(granted));
}

/** The label of the arguments that chose a result. A call without arguments chose nothing; whoever named a variable chose it. */
function labelOfArguments({ call }: Granted): Label {
  if (Object.keys(call.args).length === 0) return SYSTEM;
  const told = labelOfAll({ value: call.args, label: call.context, leaves: call.leaves });
  return call.held === undefined ? told : join(told, call.context);
}

/** The owners are of the workspace, so that what is for both is still for them after an intersection. */
function readersOf(
  readers: ResultLabel['readers'],
  owners: readonly string[],
  workspace: string,
): Readers {
  if (readers === 'owner') return owners;
  return readers === 'public' ? readers : [...owners, `workspace:${workspace}`];
}

/**
 * A result over its bound is withheld whole. After a read that is a failure; after anything else the effect has
 * happened, and to say "failed" would invite a second one. Its size is told of all that stood in it (rule L4).
 */
function tooLarge(
  result: Labelled,
  bytes: number,
  { descriptor, call }: Granted,
  usage: Usage,
): Outcome {
  const { maxOutputBytes } = descriptor.bounds;
  const message = `The result has ${bytes} bytes and may have ${maxOutputBytes}; ask for less.`;
  const own = join(result.label, labelOfAll(result));
  return effectOf(descriptor, call.args) === 'read'
    ? { kind: 'failed', code: 'RESULT_TOO_LARGE', message: whole(message, own), usage }
    : { kind: 'done', result: whole({ withheld: true, reason: message }, own), usage };
}

function whole(value: Json, own: Label): Labelled {
  return { value, label: own, leaves: {} };
}

function redacted(value: Json, redact: (text: string) => string): Json {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => redacted(item, redact));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [redact(key), redacted(member, redact)]),
  );
}

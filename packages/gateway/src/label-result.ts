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
  type LeafLabels,
  label,
  labelOfAll,
  leavesOf,
  mostSpecific,
  type Outcome,
  type Performed,
  type Pointer,
  type Readers,
  type ResultLabel,
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
      const { result, sources = [], stored = {} } = performed;
      const value = redacted(result, labelling.redact) as JsonObject;
      const bytes = utf8Length(canonical(value));
      const limit = granted.descriptor.bounds.maxOutputBytes;
      if (bytes > limit) return tooLarge(bytes, limit, performed, granted, labelling);
      return {
        kind: 'done',
        result: labelled(value, granted, labelling, { sources, stored }),
        usage,
      };
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

function labelled(
  value: JsonObject,
  granted: Granted,
  labelling: Labelling,
  came: { readonly sources: readonly string[]; readonly stored: LeafLabels },
): Labelled {
  const { sources, stored } = came;
  const { results } = granted.descriptor;
  const chosenBy = labelOfArguments(granted);
  // One label for each declared pattern, however many leaves it covers.
  const byPattern = Object.fromEntries(
    Object.entries(results).map(([pattern, declared]) => [
      pattern,
      join(declaredLabel(declared, pattern, granted, labelling, sources), chosenBy),
    ]),
  );
  const leaves: Record<string, Label> = {};
  for (const { pointer } of leavesOf(value)) {
    // What was stored keeps the label it was stored with (rule L5), whatever a descriptor says of the field.
    const kept = storedLabel(stored, pointer);
    const own = kept ? join(kept, chosenBy) : mostSpecific(byPattern, pointer);
    if (own) leaves[pointer] = own;
  }
  return { value, label: undeclared(granted, labelling, sources), leaves: leaves as LeafLabels };
}

/**
 * The label of the innermost stored part that a leaf stands in. Literal places: no key is a wildcard. Looks
 * upwards from the leaf, so that a thousand rows cost no more than one each.
 */
function storedLabel(stored: LeafLabels, pointer: Pointer): Label | undefined {
  for (let place = pointer; ; place = place.slice(0, place.lastIndexOf('/'))) {
    if (Object.hasOwn(stored, place)) return stored[place];
    if (place === '') return undefined;
  }
}

function declaredLabel(
  { integrity, readers }: ResultLabel,
  pattern: string,
  { call }: Granted,
  { owners }: Labelling,
  sources: readonly string[],
): Label {
  return label(
    integrity,
    readersOf(readers, owners, call.actor.workspace),
    sources.map((source) => `${source}#${pattern}`),
  );
}

function undeclared(granted: Granted, { owners }: Labelling, sources: readonly string[]): Label {
  return join(label('untrusted', owners, sources), labelOfArguments(granted));
}

/** The label of the arguments that chose a result. A call without arguments chose nothing. */
function labelOfArguments({ call }: Granted): Label {
  return Object.keys(call.args).length === 0
    ? label('system')
    : labelOfAll({ value: call.args, label: call.context, leaves: call.leaves });
}

/** The owners are of the workspace, so that what is for both is still for them after an intersection. */
function readersOf(
  readers: ResultLabel['readers'],
  owners: readonly string[],
  workspace: string,
): Readers {
  switch (readers) {
    case 'public':
      return 'public';
    case 'owner':
      return owners;
    case 'workspace':
      return [...owners, `workspace:${workspace}`];
  }
}

/**
 * A result over its bound is withheld whole. After a read that is a failure; after anything else the effect has
 * happened, and to say "failed" would invite a second one.
 */
function tooLarge(
  bytes: number,
  limit: number,
  { usage, sources = [] }: Extract<Performed, { kind: 'done' }>,
  granted: Granted,
  labelling: Labelling,
): Outcome {
  const message = `The result has ${bytes} bytes and may have ${limit}; ask for less.`;
  const own = undeclared(granted, labelling, sources);
  return effectOf(granted.descriptor, granted.call.args) === 'read'
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

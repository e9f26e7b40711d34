import {
  bitsOf,
  DEFAULT_EXTRACTION_BITS,
  DELEGATE,
  EXTRACT,
  extractionSchema,
  KEPT_SUFFIX,
  type Label,
  labelOfAll,
  type ModelReply,
  ordinalOf,
  toolNameOf,
} from '@countersign/contract';
import type { CallStep, RunView } from './run-view.ts';

/** A result that stayed outside the model's context, under the name the model knows it by. */
export interface HeldResult {
  readonly name: string;
  /** The call that gave it. */
  readonly call: string;
  readonly action: string;
  /** Characters of its JSON. */
  readonly characters: number;
  readonly label: Label;
  readonly isError: boolean;
}

/** What a run held, and the bits that strangers may have said by what was extracted of it (rule E4). */
export interface HeldResults {
  readonly results: readonly HeldResult[];
  readonly bits: number;
  readonly bitsAllowed: number;
}

/** What a run holds, in the order in which it came; null where its agent holds nothing. */
export function heldResults(view: RunView): HeldResults | null {
  const definition = view.start?.agent.definition;
  if (definition === undefined) return null;
  const always = new Set(
    definition.tools.flatMap(({ action, keep }) =>
      keep === 'always' || (action === DELEGATE && keep === undefined) ? [toolNameOf(action)] : [],
    ),
  );
  const holds = always.size > 0 || definition.tools.some(({ keep }) => keep === 'offered');
  if (!holds) return null;
  const names = namesOfWishes(view);
  const calls = view.steps
    .filter((step) => step.kind === 'call')
    .toSorted((a, b) => (a.outcome?.index ?? 0) - (b.outcome?.index ?? 0));
  const results = calls.flatMap((step) => {
    const name = names.get(firstOf(step, view)) ?? '';
    const keeps = always.has(name) || name.endsWith(KEPT_SUFFIX) || step.action === EXTRACT;
    return keeps ? heldOf(step) : [];
  });
  return {
    results,
    bits: calls.reduce((sum, step) => sum + bitsIn(step), 0),
    bitsAllowed: definition.extractionBits ?? DEFAULT_EXTRACTION_BITS,
  };
}

/** By call: the name of the tool that the model wished for, which says whether it wanted the result held. */
function namesOfWishes(view: RunView): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const step of view.steps) {
    if (step.kind !== 'model' || step.outcome?.outcome?.kind !== 'done') continue;
    // `model.generate` gives exactly a ModelReply.
    const reply = step.outcome.outcome.result.value as unknown as ModelReply;
    for (const [at, { tool }] of reply.calls.entries()) {
      const wish = step.wishes[at];
      if (wish !== undefined) names.set(wish, tool);
    }
  }
  return names;
}

/** The call that the model wished for, where a person changed its arguments since. */
function firstOf(step: CallStep, view: RunView): string {
  const { insteadOf } = step;
  const before = view.steps.find(({ id }) => id === insteadOf);
  return before?.kind === 'call' ? firstOf(before, view) : step.id;
}

function heldOf({ id, action, outcome }: CallStep): readonly HeldResult[] {
  const ended = outcome?.outcome;
  if (ended?.kind !== 'done' && ended?.kind !== 'failed') return [];
  const result = ended.kind === 'done' ? ended.result : ended.message;
  return [
    {
      ...{ name: `$${toolNameOf(action)}_${ordinalOf(id)}`, call: id, action },
      characters: JSON.stringify(result.value).length,
      label: labelOfAll(result),
      isError: ended.kind === 'failed',
    },
  ];
}

/** Bits of an extraction, from when its document is read: they are used whatever comes of it. */
function bitsIn({ action, args, intent }: CallStep): number {
  if (action !== EXTRACT || intent === null) return 0;
  const asked = extractionSchema.safeParse(args);
  return asked.success ? bitsOf(asked.data.fields) : 0;
}

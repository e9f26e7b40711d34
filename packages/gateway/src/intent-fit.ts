import {
  type Call,
  type CommittedIntent,
  covers,
  type IntentSlot,
  type IntentSource,
  type IntentTerm,
  type IntentWidening,
  isTainted,
  type Json,
  type Label,
  labelAt,
  leavesOf,
  mostSpecific,
  type Readers,
  type Sink,
} from '@countersign/contract';
import type { RegisteredAction } from './actions.ts';
import { type CallLeaf, callLeaves } from './call-leaves.ts';
import { hasExactly, type IntentSituation, isGivenBy } from './intent-values.ts';
import { isLike } from './intent-widening.ts';
import { normalOf } from './normal-forms/value.ts';

/** How a call stands to the intent contract of its run (rule E2). */
export type IntentFit =
  /** There is no contract, or it is void: it was written after strangers were read. */
  | { readonly kind: 'none' }
  /** The contract has no place left for this call. */
  | { readonly kind: 'outside' }
  | { readonly kind: 'fits'; readonly index: number; readonly slot: IntentSlot }
  /** A person has added a place for it, and nothing else is said of it. */
  | { readonly kind: 'widened'; readonly index: number; readonly by: IntentWidening };

/** What the fit of a call hangs on. */
export interface IntentFitSituation extends IntentSituation {
  readonly intent: CommittedIntent | null;
}

/**
 * The first slot with calls left that a call fits: every argument is named in it and has a value that it allows. The
 * label of the context it was written in comes from the run's record, so a planner that was misled vouches for nothing.
 */
export function fitOf(
  call: Call,
  action: RegisteredAction,
  { intent, ...situation }: IntentFitSituation,
): IntentFit {
  if (intent === null || isTainted(intent.context.integrity)) return { kind: 'none' };
  const leaves = callLeaves(call.args).filter(({ value }) => !isNothing(value));
  // Naming one of a list twice would take the place of another.
  const said = leaves.map(({ pattern, value }) => `${pattern} ${normalOf(value)}`);
  if (new Set(said).size < said.length) return widenedFor(call, action, intent);
  const index = intent.contract.slots.findIndex(
    (slot, at) =>
      slot.action === call.action &&
      (intent.used[at] ?? 0) < slot.atMost &&
      leaves.every((leaf) => isAllowed(leaf, action.sinkOf(leaf), slot, call, situation)),
  );
  const slot = intent.contract.slots[index];
  return slot === undefined ? widenedFor(call, action, intent) : { kind: 'fits', index, slot };
}

/** The first widening with calls left that means exactly such a call. */
function widenedFor(call: Call, action: RegisteredAction, intent: CommittedIntent): IntentFit {
  const { widened = [], used, contract } = intent;
  const first = contract.slots.length;
  const at = widened.findIndex(
    (one, place) => (used[first + place] ?? 0) < one.atMost && isLike(one, call, action),
  );
  const by = widened[at];
  return by === undefined ? { kind: 'outside' } : { kind: 'widened', index: first + at, by };
}

function isAllowed(
  leaf: CallLeaf,
  sink: Sink,
  slot: IntentSlot,
  call: Call,
  situation: IntentSituation,
): boolean {
  const term = mostSpecific(slot.arguments, leaf.pattern);
  switch (term?.kind) {
    case undefined:
      return false;
    case 'open':
      return true;
    case 'summary':
      return sink === 'content';
    case 'bound':
      return typeof leaf.value === 'number' && leaf.value >= term.min && leaf.value <= term.max;
    case 'one-of':
      return term.values.some((one) => isGivenBy(one, leaf.value, call.args, situation));
  }
}

/** Whether a slot says that a call goes nowhere but to the person: none of its arguments may name a destination. */
export function namesNoDestination(fit: IntentFit, action: RegisteredAction): boolean {
  if (fit.kind !== 'fits') return false;
  const patterns = Object.entries(action.descriptor.sinks).filter(([, sink]) => sink === 'dest');
  return (
    patterns.length > 0 &&
    !patterns.some(([pattern]) =>
      Object.keys(fit.slot.arguments).some((one) => covers(pattern, one) || covers(one, pattern)),
    )
  );
}

/** What vouching by a contract says about readers; null within where it says nothing of them. */
export interface IntentVouching {
  readonly readers: Readers | null;
}

/**
 * Whether the slot that a call fits vouches for one of its leaves. Never for rights or what is interpreted, and by
 * bounds alone only for an amount. Who may read a value that was taken from a record is widened only where the slot
 * names both the source and every destination (rule D1).
 */
export function vouchedByIntent(
  leaf: CallLeaf,
  sink: Sink,
  fit: IntentFit,
  call: Call,
  action: RegisteredAction,
  situation: IntentFitSituation & { readonly trustedSources: ReadonlySet<string> },
): IntentVouching | null {
  if (fit.kind !== 'fits' || sink === 'auth' || sink === 'ctl' || sink === 'code') return null;
  const term = mostSpecific(fit.slot.arguments, leaf.pattern);
  const own = situation.intent?.context.readers ?? [];
  switch (term?.kind) {
    case undefined:
    case 'open':
      return null;
    case 'bound':
      return sink === 'val' ? { readers: null } : null;
    case 'one-of':
      return isSaid(term, leaf.value, call, situation)
        ? { readers: own }
        : { readers: namesEveryDestination(fit, call, action) ? 'public' : null };
    case 'summary':
      return namesEveryDestination(fit, call, action) && isMadeFrom(term.of, leaf, call, situation)
        ? { readers: 'public' }
        : null;
  }
}

/** Whether the contract's own words give the value, without any record. */
function isSaid(
  { values }: Extract<IntentTerm, { kind: 'one-of' }>,
  value: Json,
  { args }: Call,
  situation: IntentSituation,
): boolean {
  return values.some(
    (one) =>
      (one.kind === 'constant' || one.kind === 'after') && isGivenBy(one, value, args, situation),
  );
}

/** Whether the slot says of each destination of a call what it is. Of none, there is nothing to say. */
function namesEveryDestination(
  fit: Extract<IntentFit, { kind: 'fits' }>,
  { args }: Call,
  action: RegisteredAction,
): boolean {
  return callLeaves(args)
    .filter((leaf) => action.sinkOf(leaf) === 'dest' && !isNothing(leaf.value))
    .every((leaf) => mostSpecific(fit.slot.arguments, leaf.pattern)?.kind === 'one-of');
}

/** Whether all that a text could tell came from the named sources, or from what the principal and we said. */
function isMadeFrom(
  sources: readonly IntentSource[],
  leaf: CallLeaf,
  call: Call,
  situation: IntentSituation & { readonly trustedSources: ReadonlySet<string> },
): boolean {
  const label = labelAt({ label: call.context, leaves: call.leaves }, leaf.pointer);
  const read = [sourcesOf(label), sourcesOf(call.context)];
  if (read.includes(null)) return false;
  const allowed = new Set<string>(situation.trustedSources);
  for (const earlier of situation.earlier) {
    const isEmpty = leavesOf(earlier.value).every(({ value }) => isNothing(value));
    if (!isEmpty && !sources.some((source) => isMeant(source, earlier, call.connection))) continue;
    const { label: whole, fields, stored } = earlier.labels;
    for (const one of [whole, ...Object.values(fields), ...Object.values(stored)])
      for (const source of sourcesOf(one) ?? []) allowed.add(source);
  }
  return read.every((all) => all?.every((source) => allowed.has(source)));
}

function isMeant(
  { action, given }: IntentSource,
  earlier: IntentSituation['earlier'][number],
  connection: string | null,
): boolean {
  if (action !== earlier.action || connection !== earlier.connection) return false;
  return given === undefined ? earlier.choice !== 'model' : hasExactly(earlier.args, given);
}

function sourcesOf({ provenance }: Label): readonly string[] | null {
  return provenance.kind === 'sources' ? provenance.sources : null;
}

function isNothing(value: Json): boolean {
  return value === '' || (typeof value === 'object' && !(Array.isArray(value) && value.length > 0));
}

import {
  type ActionDescriptor,
  child,
  covers,
  type JsonObject,
  type Leaf,
  mostSpecific,
  type Pointer,
  pinOf,
  type Sha256,
  SINKS,
  type Sink,
  tokensOf,
} from '@countersign/contract';
import type { CallLeaf } from './call-leaves.ts';
import { fault } from './errors.ts';
import { type Finding, lintAction } from './lint.ts';
import { Lru } from './lru.ts';
import { hasMaps, settledValues } from './schema-places.ts';
import { type CheckShape, shapeOf } from './shape.ts';

/** An action that was checked and may be decided on. Frozen: its pin stays true. */
export interface RegisteredAction {
  readonly descriptor: ActionDescriptor;
  readonly pin: Sha256;
  readonly input: JsonObject;
  readonly checkShape: CheckShape;
  /** What the schema settles by itself, as canonical JSON by pointer. */
  readonly settled: ReadonlyMap<Pointer, ReadonlySet<string>>;
  /** Whether callers may choose keys. */
  readonly hasMaps: boolean;
  /** The class of a leaf. */
  sinkOf(leaf: CallLeaf): Sink;
  /** All classes the action declares, sorted; what policies see. */
  readonly sinks: readonly Sink[];
}

/** The actions that exist, by id. */
export type Actions = ReadonlyMap<string, RegisteredAction>;

/**
 * Checks descriptors and makes them ready to be decided on.
 *
 * @throws faults `GATEWAY_ACTION_REFUSED` (the findings in its details) and `GATEWAY_ACTION_TWICE`.
 */
export function registerActions(descriptors: readonly ActionDescriptor[]): Actions {
  const actions = new Map<string, RegisteredAction>();
  for (const descriptor of descriptors) {
    const refused = lintAction(descriptor).filter((finding) => finding.refuses);
    if (refused.length > 0)
      throw fault('GATEWAY_ACTION_REFUSED', {
        message: refusedMessage(descriptor.id, refused),
        details: {
          action: descriptor.id,
          findings: refused.map(({ at, says }) => ({ at, says })),
        },
      });
    if (actions.has(descriptor.id))
      throw fault('GATEWAY_ACTION_TWICE', { details: { action: descriptor.id } });
    actions.set(descriptor.id, register(descriptor));
  }
  return actions;
}

/**
 * What a leaf decides: the class of the most specific pattern over it. An empty list or object speaks for
 * all that could stand in it, so it has the strictest class declared below. Undeclared leaves are `auth`.
 */
function sinkFor(sinks: Readonly<Record<Pointer, Sink>>, leaf: Leaf): Sink {
  const declared = mostSpecific(sinks, leaf.pointer);
  if (declared !== undefined) return declared;
  if (typeof leaf.value === 'object' && leaf.value !== null) {
    const inside = Object.entries(sinks).filter(([pattern]) => isBelow(leaf.pointer, pattern));
    const strictest = STRICTEST_FIRST.find((sink) => inside.some(([, one]) => one === sink));
    if (strictest !== undefined) return strictest;
  }
  return 'auth';
}

/** From what is asked for most to what is asked for least. */
const STRICTEST_FIRST: readonly Sink[] = [
  'ctl',
  'auth',
  'code',
  'dest',
  'sel',
  'val',
  'query',
  'content',
];

function isBelow(pointer: string, pattern: string): boolean {
  const depth = tokensOf(pointer).length;
  const head = tokensOf(pattern).slice(0, depth);
  const above = head.reduce<string>((here, token) => child(here, token), '');
  return tokensOf(pattern).length > depth && covers(above, pointer);
}

function register(given: ActionDescriptor): RegisteredAction {
  const descriptor = deepFreeze(structuredClone(given));
  const pin = pinOf(descriptor);
  const declared = new Set(Object.values(descriptor.sinks));
  // The descriptor's schema says that it is JSON; zod's inferred type is wider.
  const input = descriptor.input as JsonObject;
  return {
    descriptor,
    pin,
    input,
    checkShape: shapeOf(descriptor, pin),
    settled: settledValues(input),
    hasMaps: hasMaps(input),
    sinkOf: rememberingSinks(descriptor.sinks),
    sinks: SINKS.filter((sink) => declared.has(sink)).sort(),
  };
}

/** Leaves of one list have one class, unless a pattern names an index; keys of maps are the caller's, so memory is bounded. */
function rememberingSinks(sinks: Readonly<Record<Pointer, Sink>>): RegisteredAction['sinkOf'] {
  const known = new Lru<string, Sink>(500);
  const byIndex = Object.keys(sinks).some((pattern) =>
    tokensOf(pattern).some((token) => /^\d+$/.test(token)),
  );
  return (leaf) => {
    if (byIndex) return sinkFor(sinks, leaf);
    const isContainer = typeof leaf.value === 'object' && leaf.value !== null;
    return known.getOrMake(`${isContainer ? '{}' : ''}${leaf.pattern}`, () => sinkFor(sinks, leaf));
  };
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) deepFreeze(part);
    Object.freeze(value);
  }
  return value;
}

function refusedMessage(id: string, findings: readonly Finding[]): string {
  const list = findings.map(({ at, says }) => `${at || '(root)'}: ${says}`);
  return `The action ${id} breaks the rules for actions. ${list.join(' ')}`;
}

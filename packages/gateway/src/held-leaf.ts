import {
  type Call,
  type HeldValue,
  join,
  type Label,
  labelAt,
  type Pointer,
  type Sink,
} from '@countersign/contract';
import type { RegisteredAction } from './actions.ts';
import { type CallLeaf, callLeaves } from './call-leaves.ts';

/**
 * The label a leaf is judged by. A leaf that a variable was put into keeps the variable's own label where it is only
 * carried along (rule L8). Where it decides something, that this variable was chosen for this argument decides as much
 * as what stands in it, and who chose has the label of the context: so both count. In a clean context the two are the
 * same; after strangers were read, a hijacked model gains nothing by choosing among what it holds.
 */
export function labelOfLeaf(call: Call, leaf: CallLeaf, sink: Sink): Label {
  const own = labelAt({ label: call.context, leaves: call.leaves }, leaf.pointer);
  return sink === 'content' || heldAt(call, leaf.pointer) === undefined
    ? own
    : join(own, call.context);
}

/** The variable that a leaf was taken from, or undefined. */
export function heldAt({ held = {} }: Pick<Call, 'held'>, pointer: Pointer): HeldValue | undefined {
  for (let place = pointer; place !== ''; place = place.slice(0, place.lastIndexOf('/')))
    if (Object.hasOwn(held, place)) return held[place];
  return undefined;
}

/** Whether a call puts a variable where it would be interpreted, give rights or steer the platform: nobody has read it. */
export function isMisplaced(call: Call, action: RegisteredAction): boolean {
  if (call.held === undefined) return false;
  return callLeaves(call.args).some(
    (leaf) => heldAt(call, leaf.pointer) !== undefined && NEVER.has(action.sinkOf(leaf)),
  );
}

const NEVER: ReadonlySet<Sink> = new Set<Sink>(['code', 'auth', 'ctl']);

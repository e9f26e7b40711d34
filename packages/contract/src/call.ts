import type { Actor } from './actor.ts';
import { digestJson, type Sha256 } from './digest.ts';
import type { Json, JsonObject } from './json.ts';
import type { Label } from './label.ts';
import type { LeafLabels } from './labelled.ts';
import type { HeldValues } from './variable.ts';

/** One wish to have an action performed. Its arguments are attacker-controlled: a hijacked model wrote them. */
export interface Call {
  /** `<run>.<ordinal>`; deterministic, so that a replay names the same call. Also the idempotency key. */
  readonly id: string;
  readonly actor: Actor;
  readonly action: string;
  /** Pin of the descriptor that the caller saw. */
  readonly pin: Sha256;
  readonly args: JsonObject;
  /** Id of the connection the agent's version binds to this action; never chosen by a model. */
  readonly connection: string | null;
  /** Label of the context the call was made in. */
  readonly context: Label;
  /** Labels of arguments that did not come from that context (held variables, workflow expressions). */
  readonly leaves: LeafLabels;
  /** Arguments that the caller named by a variable; absent where there are none. */
  readonly held?: HeldValues;
}

/**
 * What an approval and a grant are bound to: everything that decides what will happen. Any change of it
 * is another call and a new question.
 */
export function callHash(call: Call, policyVersion: string): Sha256 {
  return digestJson({ v: 1, policyVersion, call: call as unknown as Json });
}

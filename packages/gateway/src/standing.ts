import {
  type Call,
  canonical,
  type Effect,
  isPlainAmount,
  type Sink,
  type StandingPermission,
} from '@countersign/contract';
import type { CallLeaf } from './call-leaves.ts';
import type { Situation } from './situation.ts';

/**
 * Rule E5, remembered: the permission that lets this agent give this value without a question. Same agent, action,
 * connection and argument, a value that it allows, before it ends. Never for rights, the platform or what destroys.
 */
export function standingFor(
  leaf: CallLeaf,
  sink: Sink,
  call: Call,
  effect: Effect,
  { standing, now }: Pick<Situation, 'standing' | 'now'>,
): string | null {
  if (!isRememberable(sink, effect)) return null;
  const found = standing.find(
    (one) =>
      one.agent === call.actor.agent &&
      one.action === call.action &&
      one.connection === call.connection &&
      one.pointer === leaf.pattern &&
      now < one.expiresAt &&
      allows(one, leaf.value),
  );
  return found?.id ?? null;
}

/** Whether a person's word for such a value may outlive its run. */
export function isRememberable(sink: Sink | null, effect: Effect): boolean {
  return sink !== null && sink !== 'auth' && sink !== 'ctl' && effect !== 'destroy';
}

function allows({ allows: allowed }: StandingPermission, value: CallLeaf['value']): boolean {
  switch (allowed.kind) {
    case 'exact':
      return canonical(allowed.value) === canonical(value);
    case 'at-most':
      return typeof value === 'number' && isPlainAmount(value) && value <= allowed.most;
  }
}

import type { RunEvent } from '@countersign/contract';
import type { Plan } from './plan.ts';
import type { CrashPoint } from './points.ts';

/** The point before a commit. */
export function beforePoint<State>(event: RunEvent | null, made: Plan<State>): CrashPoint {
  if (event?.kind === 'run.started') return 'run.before-create';
  if (made.rest.kind === 'ended') return 'run.before-end';
  if (event?.kind === 'call.delegated') return 'child.before-create';
  return event?.kind === 'call.outcome' ? 'outcome.before-commit' : 'intent.before-commit';
}

/** The points after a commit. */
export function pointsAfter<State>(
  event: RunEvent | null,
  made: Plan<State>,
): readonly CrashPoint[] {
  return [
    ...(event?.kind === 'run.started' ? (['run.created'] as const) : []),
    ...(event?.kind === 'call.delegated' ? (['child.created'] as const) : []),
    ...(event?.kind === 'call.outcome' ? (['outcome.committed'] as const) : []),
    ...(made.open.length > 0 ? (['question.opened'] as const) : []),
    ...(made.begin.length > 0 ? (['intent.committed'] as const) : []),
    ...(made.rest.kind === 'parked' ? (['segment.parked'] as const) : []),
    ...(made.rest.kind === 'ended' ? (['run.ended'] as const) : []),
  ];
}

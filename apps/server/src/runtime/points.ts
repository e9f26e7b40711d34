/** Places where a crash would hurt most. Tests kill the process there; in production a point does nothing. */
export const CRASH_POINTS = [
  'run.before-create',
  'run.created',
  'intent.before-commit',
  'intent.committed',
  'child.before-create',
  'child.created',
  'effect.performed',
  'outcome.before-commit',
  'outcome.committed',
  'question.opened',
  'answer.committed',
  'segment.parked',
  'run.before-end',
  'run.ended',
] as const;
export type CrashPoint = (typeof CRASH_POINTS)[number];

/** Called at each point. A power: `main.ts` hands in one that does nothing. */
export type AtPoint = (point: CrashPoint) => void;

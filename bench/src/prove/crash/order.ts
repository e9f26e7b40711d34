import type { CrashPoint, Said } from '@countersign/server/testing';

/** Points inside the performer of a test's action, around the moment at which the outside world changes. */
export const INNER_POINTS = ['inside.before-effect', 'inside.after-effect'] as const;

/** A place where a process dies: a crash point of the runtime, or one inside the performer. */
export type Point = CrashPoint | (typeof INNER_POINTS)[number];

/** What a person says when asked whether a call happened whose answer was lost. */
export type AboutLost = 'truth' | 'happened' | 'repeat';

/** Where a process works, and what it is to do. */
export interface Order {
  readonly database: { readonly url: string; readonly password: string };
  readonly workspace: string;
  readonly person: string;
  readonly agent: string;
  /** The file that stands for the outside world. */
  readonly outside: string;
  /** What the model says, turn after turn. */
  readonly script: readonly Said[];
  /** What it says in a run that was delegated to. */
  readonly below: readonly Said[];
  /** The message of the run that is to be started, where it is not there yet; null to work on what is there. */
  readonly message: string | null;
  readonly aboutLost: AboutLost;
  /** Where to die: at the n-th time a point is passed. Null to live. */
  readonly die: Death | null;
}

export interface Death {
  readonly at: Point;
  readonly nth: number;
}

/** Lines that a child process writes, as JSON. */
export type Word =
  | { readonly kind: 'ready' }
  | { readonly kind: 'ended'; readonly problems: readonly string[] };

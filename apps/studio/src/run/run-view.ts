import type {
  Answer,
  Approval,
  Effect,
  Explanation,
  IntentSlot,
  IntentWidening,
  JsonObject,
  Label,
  Message,
  Outcome,
  RefusalCode,
  Repeat,
  RunResult,
  RunStart,
  Usage,
} from '@countersign/contract';

/** A run as a person sees it: what was said, what was done about it step by step, and how it ended. */
export interface RunView {
  readonly run: string;
  /** Index of the last entry that is in this view; -1 for none. */
  readonly lastIndex: number;
  readonly entries: number;
  readonly start: RunStart | null;
  /** What the person said: own words first, pasted blocks after. */
  readonly said: readonly Message[];
  /** In the order in which they were wished for. */
  readonly steps: readonly Step[];
  /** Call id -> position in `steps`. */
  readonly places: ReadonlyMap<string, number>;
  /** Ordinal of the next call, counted as the engine counts. */
  readonly nextOrdinal: number;
  readonly turns: number;
  /** What was agreed before anything was read; null where the run's agent does not plan, or has not yet. */
  readonly agreement: Agreement | null;
  readonly result: RunResult | null;
  /** Milliseconds since 1970, as all times here. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly used: Usage;
  /** Entries whose content was erased: what stood in them cannot be shown. */
  readonly erased: number;
}

/** What the model wrote down of the message, in a context that no stranger had a hand in. */
export type Agreement =
  | {
      readonly kind: 'agreed';
      readonly slots: readonly IntentSlot[];
      /** What people added, in order; their places follow those of the slots. */
      readonly widened: readonly IntentWidening[];
      readonly index: number;
    }
  | { readonly kind: 'none'; readonly reason: string; readonly index: number };

export type Step = ModelStep | CallStep;

interface Timed {
  /** The call's id. */
  readonly id: string;
  /** Number of the model's turn it belongs to, from 1; 0 for the plan before the first. */
  readonly turn: number;
  readonly intent: Intent | null;
  readonly outcome: Ended | null;
}

/** The model was asked. */
export interface ModelStep extends Timed {
  readonly kind: 'model';
  /** Asked to write down what the message asks for, and not to speak. */
  readonly isPlan: boolean;
  readonly state: 'running' | 'done' | 'failed' | 'refused' | 'unknown' | 'cancelled';
  readonly model: string;
  readonly text: string;
  readonly label: Label | null;
  /** Ids of the calls it wished for. */
  readonly wishes: readonly string[];
  readonly refusal: Refusal | null;
}

/** Where a call of a tool stands. */
export type CallState =
  /** Wished for, not decided yet. */
  | 'waiting'
  /** A person is asked before it. */
  | 'held'
  | 'running'
  | 'done'
  | 'failed'
  | 'refused'
  /** A person said no, or nobody answered. */
  | 'denied'
  /** Its answer was lost. */
  | 'unknown'
  | 'cancelled'
  /** A person wrote other arguments: another call took its place. */
  | 'edited'
  /** It never became a call: no such tool, or arguments that are no JSON. */
  | 'unusable';

/** A call of a tool. Its arguments were written by a model. */
export interface CallStep extends Timed {
  readonly kind: 'call';
  readonly state: CallState;
  readonly action: string;
  readonly connection: string | null;
  readonly args: JsonObject | null;
  readonly attempts: number;
  readonly question: AskedAbout | null;
  readonly answers: readonly Answered[];
  readonly refusal: Refusal | null;
  /** The call whose edited form this is. */
  readonly insteadOf: string | null;
  readonly replacedBy: string | null;
}

/** What was durable before it happened. */
export interface Intent {
  readonly index: number;
  readonly at: number;
  readonly callHash: string | null;
  readonly why: Explanation | null;
  readonly effect: Effect | null;
  readonly repeat: Repeat | null;
  readonly approval: Approval | null;
  /** The slot of the agreement that the call took a place of; null where it took none. */
  readonly place: number | null;
  /** The label of the context the call was made in. */
  readonly context: Label | null;
}

/** What came of it. */
export interface Ended {
  readonly index: number;
  readonly at: number;
  readonly outcome: Outcome | null;
}

export interface AskedAbout {
  readonly id: string;
  readonly about: 'call' | 'unknown';
  /** How the gateway came to ask; null where it asks about a lost answer. */
  readonly why: Explanation | null;
  readonly index: number;
  readonly at: number;
  readonly expiresAt: number;
}

export interface Answered {
  readonly question: string;
  readonly answer: Answer;
  readonly by: string;
  readonly index: number;
  readonly at: number;
}

export interface Refusal {
  readonly code: RefusalCode;
  readonly reason: string;
  /** How the gateway came to refuse; null where it did not have to look: a limit, an earlier no. */
  readonly why: Explanation | null;
  readonly index: number;
  readonly at: number;
}

/** A run of which nothing is known yet. */
export function emptyView(run: string): RunView {
  return {
    run,
    lastIndex: -1,
    entries: 0,
    start: null,
    said: [],
    steps: [],
    places: new Map(),
    nextOrdinal: 0,
    turns: 0,
    agreement: null,
    result: null,
    startedAt: null,
    endedAt: null,
    used: {},
    erased: 0,
  };
}

/** The step of a call, or null. */
export function stepOf(view: RunView, call: string): Step | null {
  const place = view.places.get(call);
  return place === undefined ? null : (view.steps[place] ?? null);
}

import {
  type Approval,
  type Asked,
  type Call,
  type Command,
  type CommittedIntent,
  digestJson,
  type Endorsement,
  type Label,
  type Message,
  type Pointer,
  type ResultBasis,
  type RunResult,
  type RunStart,
  type Sha256,
  type Variable,
} from '@countersign/contract';

/**
 * An agent turn as far as it has come. Plain data: its JSON form is the snapshot that a later segment
 * starts from.
 */
export interface TurnState {
  readonly v: 1;
  readonly start: RunStart;
  /** The model's context, in order. */
  readonly messages: readonly Message[];
  /** Join of the labels of all messages; whatever the model says has it. */
  readonly context: Label;
  /** Ordinal of the next call; ids are never used twice. */
  readonly nextOrdinal: number;
  readonly phase: Phase;
  readonly endorsements: readonly Endorsement[];
  /** What people said no to, as {@link wishOf} names it: the same wish is not put to them again. */
  readonly denied: readonly Sha256[];
  /** Calls that gave something later values may refer to, in the order in which they ended. Absent in runs that began before there was any. */
  readonly performed?: readonly PerformedCall[];
  /** What the message asks for, with the calls that took a place of it; absent where nothing was agreed. */
  readonly intent?: CommittedIntent;
  /** Calls whose result the model is told late, in the order in which it wished for them. Absent where none ever was. */
  readonly aside?: readonly Aside[];
  /** Results that stay outside the context, in the order in which they came. Absent where there never was one. */
  readonly variables?: readonly Variable[];
  /** Bits that the extractions so far may have carried (rule E4), whatever came of them. Absent: none. */
  readonly extractedBits?: number;
  /** Delegations that the run has wished for so far, whatever came of them. Absent: none. */
  readonly delegations?: number;
}

/** A call that left its turn when a person was asked about it. What becomes of it is told late. */
export interface Aside {
  readonly slot: Slot;
  /** What the model wished for, as {@link wishOf} names it: it is not asked about twice. */
  readonly wish: Sha256;
}

/** A call that was performed. What it gave stands in its message's content, at `place`, or in its variable, and is kept there alone. */
export interface PerformedCall extends Pick<Call, 'id' | 'action' | 'connection' | 'args'> {
  readonly place: Pointer;
  readonly basis: ResultBasis;
}

export type Phase =
  /** The model is to write down what the message asks for, before the first turn. */
  | { readonly kind: 'planning'; readonly call: string; readonly typed: readonly Typed[] }
  /** What came of that is to be recorded. */
  | { readonly kind: 'agreeing'; readonly event: Extract<Command, { kind: 'agree' }>['event'] }
  /** The model is to speak. `failures` counts replies that failed in a row. */
  | {
      readonly kind: 'generating';
      readonly call: string;
      readonly failures: number;
      readonly delayMs: number;
    }
  /** The model asked for tools; results go back in the order it asked. */
  | { readonly kind: 'calling'; readonly slots: readonly Slot[] }
  /** The model has nothing more to say before all that is aside is settled; then it is asked again, or `ending` ends the run. */
  | { readonly kind: 'waiting'; readonly ending: RunResult | null }
  /** It was cancelled or has failed while runs did a part of its work: those are stopped first, and their ends told. */
  | {
      readonly kind: 'stopping';
      readonly runs: readonly Delegating[];
      readonly result: RunResult;
    }
  | { readonly kind: 'over'; readonly result: RunResult };

/** One tool call of a model's reply. `wish` is its id as the model wished it, where an edit made another call of it. */
export type Slot =
  /** To be decided and performed. */
  | {
      readonly kind: 'open';
      readonly toolCall: string;
      readonly call: Call;
      readonly approval: Approval | null;
      readonly note: string | null;
      readonly wish?: string;
    }
  /** A person is asked, before it (held) or after it (the answer was lost). */
  | {
      readonly kind: 'asked';
      readonly toolCall: string;
      readonly call: Call;
      readonly question: Asked;
      readonly about: 'call' | 'unknown';
      readonly note: string | null;
      /** Who has said yes to which call, where several people must. Absent: nobody. */
      readonly supports?: readonly Supported[];
      readonly wish?: string;
    }
  /** A run of its own does it: that one's end is its result. */
  | {
      readonly kind: 'delegated';
      readonly toolCall: string;
      readonly call: Call;
      readonly run: string;
      readonly note: string | null;
      readonly wish?: string;
    }
  /** Its result is known and waits for the others. */
  | { readonly kind: 'settled'; readonly toolCall: string; readonly message: ToolMessage };

/** A call with the run that does it. */
export interface Delegating {
  readonly call: string;
  readonly run: string;
}

/** What the person typed: all that a planner hears. */
export type Typed = Extract<Message, { role: 'user' }>;

/** A yes that was not the last one. */
export interface Supported {
  readonly by: string;
  readonly callHash: Sha256;
}

export type ToolMessage = Extract<Message, { role: 'tool' }>;

/** All calls whose result the model has not heard: those of its last reply, and those that are aside. */
export function slotsOf({
  phase,
  aside = [],
}: Pick<TurnState, 'phase' | 'aside'>): readonly Slot[] {
  return [...(phase.kind === 'calling' ? phase.slots : []), ...aside.map(({ slot }) => slot)];
}

/** The id of the call a slot is about. */
export function callOf(slot: Slot): string {
  return slot.kind === 'settled' ? slot.message.call : slot.call.id;
}

/** A name for what a call wants, whichever call wants it: action, arguments and connection. */
export function wishOf(call: Pick<Call, 'action' | 'args' | 'connection'>): Sha256 {
  return digestJson({ action: call.action, args: call.args, connection: call.connection });
}

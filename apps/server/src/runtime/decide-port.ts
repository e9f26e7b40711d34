import type {
  Command,
  EntryInput,
  Explanation,
  Label,
  ModelDelta,
  Outcome,
  Question,
  RefusalCode,
  Repeat,
  Reservation,
  ResultBasis,
  Settlement,
} from '@countersign/contract';

/** A command that can be decided: everything but the end of a run. */
export type Deciding = Exclude<Command, { kind: 'end' }>;

/** What the gateway said of a command, with all that follows from it. */
export type Decided =
  | {
      readonly kind: 'refused';
      readonly code: RefusalCode;
      readonly reason: string;
      readonly why?: Explanation;
    }
  | {
      readonly kind: 'held';
      readonly question: Question;
      readonly why: Explanation;
      readonly reserve: readonly Reservation[];
    }
  | Allowed;

/** Leave to act: first `intent` and `reserve` become durable, then `perform` may be called, once. */
export interface Allowed {
  readonly kind: 'allowed';
  readonly intent: EntryInput;
  readonly reserve: readonly Reservation[];
  readonly repeat: Repeat;
  /** Never throws for what the world does; a throw is a bug of ours. */
  perform(signal: AbortSignal, onDelta: (delta: ModelDelta) => void): Promise<Concluded>;
  /** What gives the reservation back where nothing was performed. */
  readonly release: readonly Settlement[];
  /** The question for a person where the answer was lost. */
  askUnknown(): Question;
  readonly context: Label;
}

/** What came of a performed call. */
export interface Concluded {
  readonly outcome: Outcome;
  /** What lets later values refer to the result; null where nothing can. */
  readonly basis: ResultBasis | null;
  readonly settle: readonly Settlement[];
}

/**
 * Puts a command to the gateway. Reads configuration, changes nothing. What draws on one of the accounts in `usedUp`
 * is decided as if nothing stood behind it.
 */
export type Decide<State> = (
  state: State,
  command: Deciding,
  usedUp?: ReadonlySet<string>,
) => Promise<Decided>;

import type {
  Command,
  Commit,
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
  RunCreate,
  RunEvent,
  Settlement,
} from '@countersign/contract';

/** A command that can be decided: everything that could do something. */
export type Deciding = Extract<Command, { kind: 'generate' | 'call' }>;

/** The call that a command is about. */
export function callOf(command: Deciding): string {
  return command.kind === 'generate' ? command.call : command.call.id;
}

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
  /** The slot of the run's contract that the call takes a place of; null where it takes none. */
  readonly place: number | null;
  /** Never throws for what the world does; a throw is a bug of ours. */
  perform(signal: AbortSignal, onDelta: (delta: ModelDelta) => void): Promise<Concluded | Starts>;
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

/** The call is done by a run of its own, which is to be started in the commit that says so. */
export interface Starts {
  readonly child: ChildStart;
  /** What starting it has used up. */
  readonly settle: readonly Settlement[];
  /** What gives the reservation back where nobody wants it started any more. */
  readonly release: readonly Settlement[];
}

/** A run as another one starts it. Any worker may take it. */
export interface ChildStart {
  readonly create: RunCreate;
  readonly event: Extract<RunEvent, { kind: 'run.started' }>;
  readonly accounts: NonNullable<Commit['accounts']>;
}

/** What a decision must know besides the state. */
export interface DecidedBeside {
  /** What draws on one of these accounts is decided as if nothing stood behind it. */
  readonly usedUp?: ReadonlySet<string> | undefined;
  /** Places of the contract that calls under way have taken, once for each call: two at once never share the last. */
  readonly taken: readonly number[];
}

/** Puts a command to the gateway. Reads configuration, changes nothing. */
export type Decide<State> = (
  state: State,
  command: Deciding,
  beside: DecidedBeside,
) => Promise<Decided>;

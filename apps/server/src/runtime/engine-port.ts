import type {
  Asked,
  Call,
  Command,
  Delegated,
  Outcome,
  RunEvent,
  RunResult,
} from '@countersign/contract';

/** An engine as the runtime sees it. The state is opaque here: plain data that JSON can carry. */
export interface Engine<State> {
  fold(state: State | null, event: RunEvent): State;
  /** All that has to be done in a state, begun or not. */
  outstanding(state: State): readonly Command[];
  waitingFor(state: State): readonly Asked[];
  /** The call a question is about, or null where the state does not wait for it. */
  askedCall(state: State, question: string): Call | null;
  /** Whether it waits for runs that do a part of its work. */
  waitsForRuns(state: State): boolean;
  /** How the run came from another one; null where it did not. */
  delegatedBy(state: State): Delegated | null;
  /** What the call of the run above becomes by this one's end. */
  outcomeOfRun(state: State, result: RunResult): Outcome;
  /** Whether the run has an intent contract. */
  isAgreed(state: State): boolean;
  commandKey(command: Command): string;
}

import type {
  Answer,
  FreshEntries,
  Member,
  ModelDelta,
  QuestionRecord,
  Trigger,
} from '@countersign/contract';

/** What the doors (HTTP, schedules) may ask of the runtime. Every method names the person on whose word it acts. */
export interface Runs {
  /**
   * Starts a run of an agent's published version for a person.
   * @throws faults `AGENT_UNKNOWN`, `AGENT_NOT_PUBLISHED`, `MESSAGE_EMPTY`, `CONVERSATION_UNKNOWN`.
   */
  start(request: StartRequest): Promise<{ readonly run: string; readonly duplicate: boolean }>;
  /** Asks a run to stop: running model streams and HTTP exchanges are aborted within a second. An ended run stays as it is. */
  cancel(
    workspace: string,
    run: string,
    by: string,
    reason: string,
  ): Promise<'cancelled' | 'ended'>;
  /**
   * Answers an open question once. The caller has checked that `by` may answer; the runtime checks that the answer fits.
   * A yes to a question that needs several people closes it where enough others have said yes.
   *
   * @param counting of people who said yes before, those who may answer now. Left out, nobody's yes counts but `by`'s.
   */
  answer(
    workspace: string,
    question: string,
    answer: Answer,
    by: string,
    counting?: (people: readonly string[]) => Promise<readonly string[]>,
  ): Promise<AnswerResult>;
  /** Text deltas of a run while its model speaks in this process. Not stored. Gives the way to stop. */
  deltas(run: string, listener: (delta: ModelDelta) => void): () => void;
  /**
   * Calls back when a run got an entry, in this or another process, with the entries where they are at hand.
   * Gives the way to stop.
   */
  entries(
    workspace: string,
    run: string,
    listener: (fresh: FreshEntries | null) => void,
  ): () => void;
}

export interface StartRequest {
  readonly workspace: string;
  readonly person: string;
  /** The person's part in the workspace, where the door has just read it; looked up otherwise. */
  readonly member?: Member;
  readonly agent: string;
  /** A published version; the newest where absent. */
  readonly version?: number;
  readonly message: {
    /** What the person typed: the principal's own words. */
    readonly text: string;
    /** Blocks the person pasted: untrusted, since anyone may have written them. */
    readonly pasted?: readonly string[];
    /** Ids of uploaded objects: untrusted. */
    readonly files?: readonly string[];
  };
  readonly conversation?: string;
  readonly trigger: Trigger;
  /** Told the run's id before anything of it is durable: who listens from then on misses nothing. */
  readonly onRun?: (run: string) => void;
}

export type AnswerResult =
  | { readonly kind: 'answered'; readonly question: QuestionRecord }
  /** The yes counts, and the question waits for somebody else's. */
  | { readonly kind: 'supported'; readonly question: QuestionRecord }
  /** They have said yes already, and the question waits for somebody else's. */
  | { readonly kind: 'said'; readonly question: QuestionRecord }
  /** Somebody was faster, or it expired. */
  | { readonly kind: 'closed'; readonly question: QuestionRecord }
  /** The hash in the answer is not the question's: the answer is for another call. */
  | { readonly kind: 'mismatch' };

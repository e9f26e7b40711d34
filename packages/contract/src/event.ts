import type { Call } from './call.ts';
import type { Sha256 } from './digest.ts';
import type { IntentContract, IntentWidening, NoIntentCode } from './intent.ts';
import type { Label } from './label.ts';
import type { LeafLabels } from './labelled.ts';
import type { Message } from './message.ts';
import type { ModelRequest } from './model.ts';
import type { Outcome, ResultBasis } from './outcome.ts';
import type { Answer, Endorsement } from './question.ts';
import type { RunResult, RunStart } from './run.ts';
import type { Explanation, RefusalCode } from './verdict.ts';

/**
 * What the engine folds. Each is an entry of the ledger, so a run's state is always its snapshot plus
 * the entries after it; nothing else decides.
 */
export type RunEvent =
  | {
      readonly kind: 'run.started';
      readonly start: RunStart;
      readonly history: readonly Message[];
      /** What the person said: their own words first, then pasted blocks and files as messages of their own. */
      readonly messages: readonly Message[];
    }
  | {
      readonly kind: 'call.refused';
      readonly call: string;
      readonly code: RefusalCode;
      readonly reason: string;
      /** Absent where no decision was made: a budget was used up, a person had said no before. */
      readonly why?: Explanation;
    }
  | {
      readonly kind: 'call.held';
      readonly call: string;
      readonly question: Asked;
      readonly why: Explanation;
    }
  /** The call is being answered by a run of its own: its end is the call's outcome. */
  | { readonly kind: 'call.delegated'; readonly call: string; readonly run: string }
  | {
      readonly kind: 'call.outcome';
      readonly call: string;
      readonly outcome: Outcome;
      /** For `unknown`: the question that asks a person what became of it. */
      readonly question: Asked | null;
      /** The slot of the run's contract that the call took a place of; absent where it took none. */
      readonly place?: number;
      /** What lets later values refer to the result; absent where nothing can: of a model's reply, or nothing was given. */
      readonly basis?: ResultBasis;
    }
  /** One of several people that a question needs said yes to exactly this call. The question stays open. */
  | {
      readonly kind: 'question.supported';
      readonly question: string;
      readonly call: string;
      readonly callHash: Sha256;
      readonly by: string;
    }
  | {
      readonly kind: 'question.answered';
      readonly question: string;
      readonly call: string;
      readonly answer: Answer;
      readonly by: string;
      /** Who supported the question before and may still answer it, where it needs several people. Absent: nobody. */
      readonly also?: readonly string[];
      /** What the answer vouches for, from now on in this run (rule E5). */
      readonly endorsements: readonly Endorsement[];
      /** For `edit`: labels of the new arguments; what the person changed is the person's own. */
      readonly leaves: LeafLabels;
    }
  /** What the message asks for was written down, before anything else was read (rule E2). Only a person widens it. */
  | {
      readonly kind: 'intent.committed';
      readonly contract: IntentContract;
      /** SHA-256 of the contract's canonical JSON. */
      readonly hash: Sha256;
      /** Of the context it was written in. */
      readonly context: Label;
    }
  /** The run goes on without a contract. `reason` quotes nobody. */
  | { readonly kind: 'intent.missing'; readonly code: NoIntentCode; readonly reason: string }
  /** A person has added places to what was agreed. */
  | { readonly kind: 'intent.widened'; readonly widening: IntentWidening }
  | { readonly kind: 'run.cancelled'; readonly by: string; readonly reason: string }
  /** A limit or a bug ended the run from outside the engine. */
  | { readonly kind: 'run.failed'; readonly code: string; readonly reason: string };

/** A question as a run waits for it. At `expiresAt` (milliseconds since 1970) it is denied. */
export interface Asked {
  readonly id: string;
  readonly expiresAt: number;
}

/** What the engine wants done. It never does it itself. */
export type Command =
  /** Ask the model. Takes the same path as any other call, as action `model.generate`. */
  | {
      readonly kind: 'generate';
      readonly call: string;
      readonly request: ModelRequest;
      readonly context: Label;
      /** Milliseconds to wait first, where the provider asked for patience. */
      readonly delayMs: number;
      /** Asked to write down what the message asks for, or to read one document; absent where it is the agent's own turn. */
      readonly purpose?: Purpose;
    }
  /** Record what was agreed, or that nothing was. Needs no decision: it lets nothing happen by itself. */
  | {
      readonly kind: 'agree';
      readonly event: Extract<RunEvent, { kind: 'intent.committed' | 'intent.missing' }>;
    }
  /** Put a call to the gateway. `approval` is the hash a person approved, where one did. */
  | { readonly kind: 'call'; readonly call: Call; readonly approval: Approval | null }
  /** Cancel a run that was delegated to: nobody waits for what it would say. */
  | { readonly kind: 'stop'; readonly call: string; readonly run: string }
  | { readonly kind: 'end'; readonly result: RunResult };

/** What a model is asked for besides a turn: `plan` by rule E2, `extract` by rule E4. Nobody hears it while it speaks. */
export type Purpose = 'plan' | 'extract';

/** A person's yes to exactly one call, or that of several. */
export interface Approval {
  readonly question: string;
  readonly callHash: string;
  /** Who said the last yes. */
  readonly by: string;
  /** Who said yes to the same call before. Absent: nobody. */
  readonly also?: readonly string[];
}

import type { Effect } from './action.ts';
import type { Sha256 } from './digest.ts';
import type { Json, JsonObject, Pointer } from './json.ts';
import type { PermissionDays } from './permission.ts';
import type { Missing } from './verdict.ts';

/** What a person is asked. Rendered by the gateway from the canonical call; never a model's summary. */
export interface Question {
  readonly id: string;
  readonly run: string;
  readonly call: string;
  readonly callHash: Sha256;
  /** `call`: may this happen? `unknown`: the answer was lost, did it happen? */
  readonly kind: 'call' | 'unknown';
  readonly action: string;
  readonly effect: Effect;
  /** One sentence, values quoted and escaped: `Send a mail to “bob@example.com”`. */
  readonly sentence: string;
  readonly args: JsonObject;
  readonly missing: readonly Missing[];
  /** Milliseconds since 1970. At `expiresAt` an unanswered question is denied. */
  readonly askedAt: number;
  readonly expiresAt: number;
  /** Where a run asks that another one delegated to: the run above all, and the agent that asks. */
  readonly delegated?: { readonly root: string; readonly agent: string };
  /** The person the run acts for, who may be barred from answering by policy. */
  readonly requestedBy: string;
  /** How many people must say yes, where a policy wants more than one. Absent: one. A no of any of them is enough. */
  readonly approvals?: number;
}

/** People a policy can want for one call, at most. */
export const MOST_APPROVALS = 5;

/** The yes of one of several people that a question needs, but for the last one's, which closes it. */
export interface Support {
  readonly by: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What a person said. Only people answer: an agent has no verb for it. */
export type Answer =
  | {
      readonly kind: 'approve';
      readonly callHash: Sha256;
      /** Values in doubt that the agent need not ask about again for some days. Absent: none. */
      readonly remember?: readonly Remember[] | undefined;
      /** So many more calls like this one are asked for in this run, where it has a contract. Absent: none. */
      readonly more?: number | undefined;
    }
  /** The arguments a person wants instead. A new call, decided anew; leaves the person wrote are the person's own. */
  | { readonly kind: 'edit'; readonly callHash: Sha256; readonly args: JsonObject }
  | { readonly kind: 'deny'; readonly reason: string }
  /** For `unknown`: it did happen. */
  | { readonly kind: 'happened' }
  /** For `unknown`: it did not happen; do exactly this call now, under the same idempotency key. */
  | { readonly kind: 'repeat'; readonly callHash: Sha256 }
  /** Nobody answered in time. */
  | { readonly kind: 'expired' };

/** What an answer makes of its question. */
export const STATUS_BY_ANSWER = {
  approve: 'approved',
  edit: 'edited',
  deny: 'denied',
  happened: 'happened',
  repeat: 'repeated',
  expired: 'expired',
} as const satisfies Readonly<Record<Answer['kind'], Exclude<QuestionStatus, 'open'>>>;

/** One value of a question that is to be remembered. It names its place in the question and repeats no value. */
export interface Remember {
  /** Position in the question's `missing`. */
  readonly missing: number;
  readonly days: PermissionDays;
}

export type QuestionStatus =
  | 'open'
  | 'approved'
  | 'edited'
  | 'denied'
  | 'happened'
  | 'repeated'
  | 'expired'
  | 'withdrawn';

/** A question with what became of it. */
export interface QuestionRecord extends Question {
  readonly workspace: string;
  readonly status: QuestionStatus;
  readonly answeredBy: string | null;
  readonly answeredAt: number | null;
  readonly answer: Answer | null;
  /** Who said yes before the answer, in that order. Absent: nobody. */
  readonly supports?: readonly Support[];
}

/** Answers that are given at once: each counts for its own question, by the same rules as alone. */
export const ANSWERS_AT_ONCE = 50;

/** What became of one of several answers: the question as it is now, or why the answer does not count. */
export type AnswerGiven =
  | { readonly id: string; readonly question: QuestionView; readonly error: null }
  | {
      readonly id: string;
      readonly question: null;
      /** As it would be told of this answer alone. */
      readonly error: { readonly code: string; readonly message: string };
    };

/** Why somebody may not answer a question: it is of their own run where duties are separate, or policies do not permit it. */
export type Barred = 'own' | 'policy';

/** A question as somebody sees it. `barred` is null where they may answer, and once it is closed. */
export interface QuestionView extends QuestionRecord {
  readonly barred: Barred | null;
  readonly supports?: readonly SupportView[];
}

/** A yes as somebody sees it: while the question is open it counts only where its person may still answer. */
export interface SupportView extends Support {
  readonly counts: boolean;
}

/**
 * A person's word for one value (rule E5): good for this action's argument and connection, in this run.
 * The value is held as canonical JSON digest so that it can be compared byte for byte.
 */
export interface Endorsement {
  readonly action: string;
  /** Argument pattern: array indexes are `*`, so that a recipient stays endorsed in another position. */
  readonly pointer: Pointer;
  readonly connection: string | null;
  readonly value: Json;
  readonly by: string;
  readonly question: string;
}

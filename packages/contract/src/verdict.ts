import type { Effect, Sink } from './action.ts';
import type { AgentMode } from './agent.ts';
import type { Sha256 } from './digest.ts';
import type { Json, Pointer } from './json.ts';
import type { Integrity } from './label.ts';

/** What the gateway decided of a call. */
export type Verdict =
  | { readonly kind: 'allowed'; readonly callHash: Sha256; readonly why: Explanation }
  | {
      readonly kind: 'held';
      readonly callHash: Sha256;
      readonly missing: readonly Missing[];
      readonly why: Explanation;
    }
  | {
      readonly kind: 'refused';
      readonly code: RefusalCode;
      readonly reason: string;
      readonly why: Explanation;
    };

/** Why a call was refused. The sentence that goes with it quotes nothing an outsider wrote. */
export const REFUSAL_CODES = [
  'ACTION_UNKNOWN',
  'TOOL_CHANGED',
  'TOOL_NOT_ATTACHED',
  'ARGUMENTS_INVALID',
  'ARGUMENTS_TOO_LARGE',
  'NOT_AUTHORIZED',
  'GRANT_EXPIRED',
  'PLATFORM_CONTROL',
  'CONNECTION_MISSING',
  'BUDGET_EXHAUSTED',
  'CALLS_EXHAUSTED',
  'RUN_CANCELLED',
  'DENIED',
  'QUESTION_EXPIRED',
  'HOSTILE_CONTENT',
  'VARIABLE_MISPLACED',
  'APPROVALS_MISSING',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** One thing that a person must say before a held call may run. */
export interface Missing {
  /** The argument in doubt; `''` where the whole call is asked about. */
  readonly pointer: Pointer;
  readonly value: Json;
  readonly sink: Sink | null;
  readonly because: /** The value could have been written by anyone, and nothing trusted vouches for it. */
    | 'unendorsed'
    /** The destination is not among those who may read what is being sent. */
    | 'readers'
    /** A policy asks whenever this is done. */
    | 'policy'
    /** The effect cannot be undone and the context is untrusted. */
    | 'irreversible';
  /** Provenance of the value: record ids with field pointers; empty where unknown or too many. */
  readonly origin: readonly string[];
}

/** Why a leaf may stand: the rule that endorsed it, or that none was needed. Sources: security notes, rules E1 to E5. */
export type EndorsedBy =
  | 'clean-context'
  | 'not-a-decision'
  /** E1: equals a typed value in the principal's own material. */
  | 'trusted-match'
  /** E2: the intent contract says it, written before anything untrusted was read. */
  | 'contract'
  /** E3: equals a structured field of a record that was selected without the model. */
  | 'reference'
  /** E4: one of a closed set of values, which was chosen in a clean context. */
  | 'extraction'
  /** E5: a person said so for this value. */
  | 'person'
  /** E5 remembered: a person's standing permission says so for this value. */
  | 'standing'
  /** D1: a link that stands in what one public source gave, and a policy lets such links be looked at. */
  | 'quoted-link'
  /** An operator's configuration bound it. */
  | 'configured';

export interface LeafReason {
  readonly pointer: Pointer;
  readonly sink: Sink;
  readonly integrity: Integrity;
  /** Null where nothing endorses the leaf. */
  readonly endorsedBy: EndorsedBy | null;
  /** In words, for a person. */
  readonly detail: string;
  /** The standing permission that vouches for the leaf, where one does. */
  readonly permission?: string;
}

export interface StepReason {
  readonly step: 'resolve' | 'shape' | 'authority' | 'flow' | 'judge' | 'budget';
  readonly ok: boolean;
  readonly detail: string;
}

/** The same input always gives the same explanation. */
export interface Explanation {
  readonly effect: Effect | null;
  readonly steps: readonly StepReason[];
  readonly leaves: readonly LeafReason[];
  /** Ids of the policies that decided. */
  readonly policies: readonly string[];
  readonly policyVersion: string;
  /** How many people must say yes, where a policy wants more than one. */
  readonly approvals?: number;
  /** The agent's mode, where it is not balanced. */
  readonly mode?: Exclude<AgentMode, 'balanced'>;
  /** What the call would have been held for, had its record-only agent not been in a sandbox. */
  readonly waived?: readonly Missing[];
}

import { z } from 'zod';
import { EFFECTS, SINKS } from './action.ts';
import { ROLES } from './actor.ts';
import type { Sha256 } from './digest.ts';
import { MOST_APPROVALS } from './question.ts';

/** Something wrong in a policy text. Line and column count from 1; null where the whole text is meant. */
export interface PolicyProblem {
  readonly line: number | null;
  readonly column: number | null;
  readonly says: string;
}

/** What the linter looks for in policies that are valid. */
export const POLICY_RULES = [
  /** Taking the policy away would change no decision. */
  'shadowed',
  /** It is harder on the more trusted of two: on clean rather than tainted, on an admin rather than a user. */
  'inverted',
  /** It lets agents change the platform, or names rights as something agents may decide. */
  'agent-control',
  /** Nothing that can be asked meets its conditions. */
  'never-applies',
  /** Calls can be held that nobody may answer for. */
  'nobody-answers',
  /** Calls need the yes of more people than may answer for them. */
  'too-few-approvers',
  /** An owner can run nothing. */
  'owner-locked-out',
  /** No agent can ask a model, so no run gets anywhere. */
  'nothing-runs',
  /** It uses what the linter cannot compare, so that it says less. */
  'not-compared',
] as const;

/** Something in valid policies that is likely a mistake. */
export interface PolicyFinding extends PolicyProblem {
  readonly rule: (typeof POLICY_RULES)[number];
  /** The `@id` of the policy; null where all of them together are meant. */
  readonly policy: string | null;
  /** What to do about it. */
  readonly remedy: string;
}

/** What policies answer: `ask` is a yes that waits for a person each time. */
export const POLICY_ANSWERS = ['allow', 'ask', 'deny'] as const;
export type PolicyAnswerKind = (typeof POLICY_ANSWERS)[number];

const name = z.string().min(1).max(200);

/**
 * A test that stands beside the policies: who wants what, and what must come of it. A call is asked about for the
 * person and for the agent, as the gateway does; an answer for the person alone.
 */
export const policyTestSchema = z
  .strictObject({
    /** In words; unique within a list. */
    name: z.string().trim().min(1).max(120),
    /** Role of the person that the run acts for, or who answers. */
    role: z.enum(ROLES),
    /** User id of that person, where a policy names one. */
    person: name.default('somebody'),
    /** Id of the agent that makes the call. */
    agent: name.default('some-agent'),
    /** What is wanted: an effect, `generate` to ask a model, or `answer` to a question about the tool. */
    act: z.enum([...EFFECTS, 'generate', 'answer']),
    /** Action id, such as `mail.send`. */
    tool: name,
    /** Connection id, or null for none. */
    connection: name.nullable().default(null),
    /** Sink classes of the tool's arguments. */
    sinks: z.array(z.enum(SINKS)).max(SINKS.length).default([]),
    /** Whether a stranger could have had a hand in the call. */
    tainted: z.boolean().default(false),
    /** For `answer`: the effect of the call that is asked about, and whether the run acts for who answers. */
    effect: z.enum(EFFECTS).default('send'),
    own: z.boolean().default(false),
    expect: z.enum(POLICY_ANSWERS),
    /** For a call that is asked about: how many people must say yes. Absent: not looked at. */
    approvals: z.int().min(1).max(MOST_APPROVALS).exactOptional(),
  })
  .refine(({ approvals, expect }) => approvals === undefined || expect === 'ask', {
    path: ['approvals'],
    message: 'Only what is asked about needs people; expect "ask", or leave approvals out.',
  });
export type PolicyTest = z.infer<typeof policyTestSchema>;

/** All tests of a workspace's policies. */
export const policyTestsSchema = z.array(policyTestSchema).max(200);

/** How a test went. `policies` names those that decided. */
export interface PolicyTestResult {
  readonly name: string;
  readonly ok: boolean;
  readonly expected: PolicyAnswerKind;
  readonly actual: PolicyAnswerKind;
  readonly policies: readonly string[];
  /** How many people must say yes, where the test looks at that. */
  readonly approvals?: number;
}

/** All that can be said of a text before it is put in force. */
export interface PolicyCheck {
  /** Why it cannot be put in force; with any, nothing else was looked at. */
  readonly problems: readonly PolicyProblem[];
  readonly findings: readonly PolicyFinding[];
  readonly tests: readonly PolicyTestResult[];
}

/** What is changed together: the policies, the tests beside them, and what the change is for. */
export interface PolicyText {
  readonly cedar: string;
  readonly tests: readonly PolicyTest[];
  /** In words; empty where nobody said. */
  readonly note: string;
}

/** Policies as they were put in force. Each stays readable for ever. */
export interface PolicyVersion extends PolicyText {
  /** From 1; 0 is the text of a workspace that has put none. */
  readonly number: number;
  /** SHA-256 of the Cedar text: what approvals and grants are bound to. */
  readonly version: Sha256;
  /** Milliseconds since 1970; null for the text of a new workspace. */
  readonly at: number | null;
  readonly by: string | null;
  /** Who accepted it where two persons are needed. */
  readonly acceptedBy: string | null;
}

/** A version in a list. */
export type PolicyVersionInfo = Omit<PolicyVersion, keyof PolicyText> & Pick<PolicyText, 'note'>;

/** How a proposal stands. `accepted` is a version now; the others will never be one. */
export const PROPOSAL_STATES = ['open', 'accepted', 'rejected', 'withdrawn', 'expired'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** A change that waits for a second person. Times in milliseconds since 1970. */
export interface PolicyProposal extends PolicyText {
  readonly id: string;
  /** Number of the version it changes; where another one is in force, it must be made again. */
  readonly base: number;
  readonly version: Sha256;
  readonly by: string;
  readonly at: number;
  readonly expiresAt: number;
  readonly state: ProposalState;
  readonly closedBy: string | null;
  readonly closedAt: number | null;
}

/** Milliseconds a proposal waits for its second person. */
export const PROPOSAL_MS = 7 * 86_400_000;

/** What a decision came to, and why in a sentence. */
export interface DecisionBrief {
  readonly kind: 'allowed' | 'held' | 'refused';
  readonly says: string;
  /** Ids of the policies that decided. */
  readonly policies: readonly string[];
  /** How many people must say yes, where it is held for more than one. */
  readonly approvals?: number;
}

/** A decision of a past run, as it was and as other policies would have made it. */
export interface SimulatedCall {
  readonly run: string;
  readonly call: string;
  readonly agent: string;
  readonly action: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly recorded: DecisionBrief;
  /** Null where it cannot be said; `unsaid` tells why. */
  readonly would: DecisionBrief | null;
  readonly unsaid: string | null;
}

/** How many decisions came to what. */
export type DecisionCounts = Readonly<Record<DecisionBrief['kind'], number>>;

/** What other policies would have made of past runs. Nothing was done, and nothing recorded. */
export interface Simulation {
  readonly runs: number;
  /** Decisions that could be made again exactly. */
  readonly calls: number;
  readonly recorded: DecisionCounts;
  readonly would: DecisionCounts;
  /** Those that would have gone otherwise, up to {@link SIMULATED_CALLS}; `changed` counts all. */
  readonly differences: readonly SimulatedCall[];
  readonly changed: number;
  /** Those of which it cannot be said, up to {@link SIMULATED_CALLS}; `uncertain` counts all. */
  readonly unsaid: readonly SimulatedCall[];
  readonly uncertain: number;
  /** Runs that were left out because their content was erased, or because they are too long. */
  readonly leftOut: number;
  /** Where to go on, as `before`; null where all runs that were asked for were looked at. */
  readonly next: string | null;
}

/** Calls that are listed of a page of a simulation. */
export const SIMULATED_CALLS = 200;

import type {
  AgentMode,
  Approval,
  CommittedIntent,
  Connection,
  Endorsement,
  Label,
  PinnedTool,
  RunGrant,
  StandingPermission,
} from '@countersign/contract';
import type { Actions } from './actions.ts';
import type { EarlierResult } from './earlier-result.ts';
import type { Policies } from './policies/policies.ts';

/**
 * Everything a decision depends on besides the call. Plain values, looked up by the caller: with the same
 * situation the same call always gets the same verdict.
 */
export interface Situation {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The actions that exist, by id. */
  readonly actions: Actions;
  /** The tools of the agent's version. */
  readonly tools: readonly PinnedTool[];
  readonly grant: RunGrant;
  readonly policies: Policies;
  /** The connection the call names, or null where it names none or it is gone. */
  readonly connection: ConnectionFacts | null;
  /** What may vouch for a value (rule E1). Whatever is not the principal's or ours in it is passed over. */
  readonly material: readonly Material[];
  /** What people vouched for in this run (rule E5). */
  readonly endorsements: readonly Endorsement[];
  /** What people let this agent do without being asked again, or anything more: what does not fit the call vouches for nothing. */
  readonly standing: readonly StandingPermission[];
  /** What the run's earlier calls gave (rule E3), in their order. Left out, no value can refer to it. */
  readonly earlier?: readonly EarlierResult[];
  /** The run's intent contract (rule E2); null or left out where it has none. */
  readonly intent?: CommittedIntent | null;
  /** Whether values of a closed set count (rule E4); left out, they do. */
  readonly extracting?: boolean;
  /** A person's yes to a call; it counts where its hash is this call's. */
  readonly approval: Approval | null;
  /** The e-mail addresses of the person the run acts for: what that person may read may go there. */
  readonly ownAddresses: readonly string[];
  /** The agent's mode as it counts in the workspace; left out, balanced. */
  readonly mode?: AgentMode;
  /** Calls of this action that the run has made so far. */
  readonly callsSoFar: number;
}

/**
 * A text of the principal or of ours: the typed message, the agent's instructions. Never a pasted block, an
 * attachment or anything a tool gave.
 */
export interface Material {
  readonly text: string;
  readonly label: Label;
}

/** What the decision must know of a connection. */
export interface ConnectionFacts {
  readonly id: string;
  readonly kind: Connection['config']['kind'];
  /** The one base URL that calls through it can reach; null where it does not dial by URL. */
  readonly base: string | null;
  /** The operator lets what the workspace holds flow to `base`: rule D1, declassification by configuration. */
  readonly cleared: boolean;
}

/** The facts of a configured connection. */
export function connectionFacts(connection: Connection): ConnectionFacts {
  const { id, config } = connection;
  switch (config.kind) {
    case 'http':
      return { id, kind: 'http', base: config.baseUrl, cleared: config.cleared };
    case 'mailbox':
    case 'smtp':
    case 'model':
      // What these pass on goes to where the arguments say, or comes back to us: they are processors, not readers.
      return { id, kind: config.kind, base: null, cleared: true };
  }
}

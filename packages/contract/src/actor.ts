/** For whom and through what a call acts. Right = person AND agent AND grant AND policy; none of the four is optional. */
export interface Actor {
  readonly workspace: string;
  /** User id of the person the call is for; a service account is a person of its own. */
  readonly person: string;
  /** Roles of the person in the workspace, sorted. */
  readonly roles: readonly Role[];
  /** Agent id and version. The version pins instructions, tools and bounds. */
  readonly agent: string;
  readonly agentVersion: number;
  readonly run: string;
  /** The other agents' versions that it acts for, the root's first: those that delegated down to this run. Absent: none. */
  readonly delegators?: readonly Pick<Actor, 'agent' | 'agentVersion'>[];
}

/** What a person may do in a workspace; each includes the ones after it. */
export const ROLES = ['owner', 'admin', 'builder', 'responder', 'user'] as const;
export type Role = (typeof ROLES)[number];

/**
 * What a run may do at most: a subset of its agent's tools, and of its parent's grant. Made when the run
 * starts, never widened.
 */
export interface RunGrant {
  /** Action ids. */
  readonly actions: readonly string[];
  /** Connection ids. */
  readonly connections: readonly string[];
  /** Milliseconds since 1970; nothing is allowed from then on. */
  readonly expiresAt: number;
  /** Run ids from the root to the parent; empty for a run that a person or trigger started. */
  readonly ancestors: readonly string[];
}

/** Runs that may stand below a root, one under the other. */
export const MOST_DELEGATION_DEPTH = 3;

/** The action by which an agent has a part of its work done by a run of its own (rules L7 and L10). */
export const DELEGATE = 'agent.delegate';

/** The grant a child may get: never more than its parent has, never longer, and not to delegate where it is deep enough. */
export function narrow(
  parent: RunGrant,
  parentRun: string,
  wanted: Pick<RunGrant, 'actions' | 'connections' | 'expiresAt'>,
): RunGrant {
  const ancestors = [...parent.ancestors, parentRun];
  const isDeep = ancestors.length >= MOST_DELEGATION_DEPTH;
  return {
    actions: wanted.actions.filter(
      (action) => parent.actions.includes(action) && !(isDeep && action === DELEGATE),
    ),
    connections: wanted.connections.filter((connection) => parent.connections.includes(connection)),
    expiresAt: Math.min(parent.expiresAt, wanted.expiresAt),
    ancestors,
  };
}

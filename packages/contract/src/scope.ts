/** What an API key may be used for. A key never does more than its person may, and never more than its scopes say. */
export const SCOPES = [
  'agents:read',
  'agents:write',
  'runs:read',
  'runs:write',
  'questions:read',
  /** To answer for a person. Given by name only, never to a key that an agent holds. */
  'questions:answer',
  'connections:read',
  'connections:write',
  'secrets:read',
  'secrets:write',
  'policy:read',
  'policy:write',
  'members:read',
  'data:read',
  'objects:write',
  'ledger:read',
  'usage:read',
] as const;
export type Scope = (typeof SCOPES)[number];

/** All that a key held by an agent may have: nothing here changes rights, policy, approvals or budgets. */
export const AGENT_SCOPES = [
  'agents:read',
  'runs:read',
  'runs:write',
  'data:read',
  'objects:write',
] as const satisfies readonly Scope[];

/** An API key as people see it; its secret is shown once, when it is made. */
export interface ApiKeyInfo {
  readonly id: string;
  readonly name: string;
  /** The person it acts for, with that person's role at the time of use. */
  readonly person: string;
  /** The agent that holds it, or null where a person does. */
  readonly agent: string | null;
  readonly scopes: readonly Scope[];
  /** Milliseconds since 1970, like all times here. */
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

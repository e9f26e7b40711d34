import type { Amounts, ConfigStore } from '@countersign/contract';

/** Workspaces, what they demand, and who belongs to them: a part of the configuration. */
export type MemberStore = Pick<
  ConfigStore,
  | 'workspace'
  | 'workspacesOf'
  | 'createWorkspace'
  | 'rules'
  | 'putRules'
  | 'member'
  | 'members'
  | 'putMember'
  | 'removeMember'
>;

/** Limits that people set on the accounts of agents, persons and the workspace; runs get theirs when they start. */
export interface LimitStore {
  limits(workspace: string): Promise<readonly AccountLimits[]>;
  /**
   * Sets all limits of an account; a dimension that is absent is unlimited. What was spent and reserved stays.
   * The ledger's entry and the account itself change in the same transaction.
   * @param account `agent:<id>`, `person:<id>` or `workspace:<this workspace>`.
   * @throws fault `RECORD_LIMITS_INVALID`.
   */
  putLimits(workspace: string, account: string, limits: Amounts, by: string): Promise<void>;
}

/** The limits of one account, and who set them last. Times in milliseconds since 1970. */
export interface AccountLimits {
  readonly account: string;
  readonly limits: Amounts;
  readonly updatedAt: number;
  readonly updatedBy: string;
}

/** What the configuration stores need from outside. */
export interface ConfigPowers {
  now(): number;
  /** The Cedar text of a workspace that has put none. */
  readonly defaultPolicy: string;
}

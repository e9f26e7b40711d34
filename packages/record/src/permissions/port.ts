import type {
  PermissionDraft,
  PermissionUse,
  PermissionView,
  StandingPermission,
} from '@countersign/contract';

/**
 * What people let agents do without being asked again. Every change is also an entry of the ledger, in the same
 * transaction; erasing the entry of a permission's making ends it and leaves its structure.
 */
export interface PermissionStore {
  /** The newest of a workspace, ended ones too, with how often each was used. */
  permissions(workspace: string, limit: number): Promise<readonly PermissionView[]>;
  permission(workspace: string, id: string): Promise<PermissionView | null>;
  /** Those that count now, for decisions; oldest first. */
  standing(workspace: string): Promise<readonly StandingPermission[]>;
  /** The last calls that a permission let pass, newest first. */
  uses(workspace: string, id: string, limit: number): Promise<readonly PermissionUse[]>;
  /**
   * Makes permissions, all or none, each with the accounts of its weeks where it is capped.
   * @throws faults `RECORD_PERMISSION_INVALID`, `RECORD_PERMISSION_LIMIT`.
   */
  makePermissions(
    workspace: string,
    drafts: readonly PermissionDraft[],
    by: string,
  ): Promise<readonly StandingPermission[]>;
  /** Ends one; false where there is none or it has ended. */
  revokePermission(workspace: string, id: string, by: string): Promise<boolean>;
  /** Takes a revocation back that the same person made within ten minutes; false for any other. */
  restorePermission(workspace: string, id: string, by: string): Promise<boolean>;
}

import type { ApiKeyInfo, Member, Scope } from '@countersign/contract';

/** API keys of workspaces. Every change is also an entry of the ledger, in the same transaction. */
export interface KeyStore {
  /** All keys of a workspace, newest first; ended ones too. */
  keys(workspace: string): Promise<readonly KeyRecord[]>;
  /**
   * Makes a key. Its text is given here and kept nowhere.
   * @throws fault `RECORD_API_KEY_INVALID`.
   */
  createKey(
    workspace: string,
    draft: KeyDraft,
    by: string,
  ): Promise<{ readonly key: KeyRecord; readonly text: string }>;
  /** Ends a key for ever; false where there is none or it has ended. */
  revokeKey(workspace: string, id: string, by: string): Promise<boolean>;
  /** The key that a text is, across workspaces: null where it is unknown, wrong, expired or revoked. */
  authenticate(text: string): Promise<FoundKey | null>;
}

/** A key that a text is. */
export type FoundKey = KeyRecord & {
  /** The part its person has in its workspace, null for none; left out where the look-up does not tell. */
  readonly member?: Member | null;
};

/** What a key is made with. */
export interface KeyDraft {
  readonly name: string;
  /** The person it acts for. */
  readonly person: string;
  /** The agent that will hold it, which bounds its scopes; null where a person does. */
  readonly agent: string | null;
  readonly scopes: readonly Scope[];
  /** Milliseconds since 1970, or null for a key that does not expire. */
  readonly expiresAt: number | null;
}

/** A key as the door sees it. */
export interface KeyRecord extends ApiKeyInfo {
  readonly workspace: string;
  /** Coarse: at most one minute behind. */
  readonly lastUsedAt: number | null;
}

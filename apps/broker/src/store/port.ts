/** What the broker reads from the database. Both are as they were stored: not yet checked. */
export interface BrokerStore {
  /** The configuration of a connection, or null. */
  connection(workspace: string, id: string): Promise<unknown>;
  /** The newest version of a secret, or null. */
  secret(
    workspace: string,
    name: string,
  ): Promise<{ readonly version: number; readonly sealed: unknown } | null>;
  /** The id of a key that sealed some secret, or null where there is none. */
  sealedWith(): Promise<string | null>;
  close(): Promise<void>;
}

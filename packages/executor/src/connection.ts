import type { Connection, ConnectionConfig, Granted } from '@countersign/contract';

/** Finds a connection of a workspace; null where there is none. */
export type FindConnection = (workspace: string, id: string) => Promise<Connection | null>;

/** Configuration of one kind of connection. */
export type ConfigOf<Kind extends ConnectionConfig['kind']> = Extract<
  ConnectionConfig,
  { kind: Kind }
>;

/** The configuration of the connection a granted call goes through; null where it is gone or of another kind. */
export async function configFor<Kind extends ConnectionConfig['kind']>(
  find: FindConnection,
  granted: Granted,
  kind: Kind,
): Promise<ConfigOf<Kind> | null> {
  const { connection, actor } = granted.call;
  if (connection === null) return null;
  const config = (await find(actor.workspace, connection))?.config;
  // The comparison has just told the kind; the compiler does not narrow by a type parameter.
  return config?.kind === kind ? (config as ConfigOf<Kind>) : null;
}

import type { ConfigStore, Connection, NewSecret, SecretInfo } from '@countersign/contract';
import { cells } from './cells.ts';
import { connectionChanged, secretChanged } from './changes.ts';
import { storeFault } from './errors.ts';
import { append, type Committer } from './memory-append.ts';
import type { ConfigPowers } from './ports.ts';
import { assertConnection, assertSecret } from './shape.ts';
import type { createTurns } from './turns.ts';

type Connections = Pick<
  ConfigStore,
  'connections' | 'connection' | 'putConnection' | 'secrets' | 'putSecret'
>;

/** Connections and the names of secrets, in memory. The sealed texts are not kept: nobody could read them here. */
export function createMemoryConnections(
  record: Committer,
  inTurn: ReturnType<typeof createTurns>,
  powers: Pick<ConfigPowers, 'now'>,
): Connections {
  const connections = cells<Connection>();
  const secrets = cells<SecretInfo>();
  return {
    async connections(workspace) {
      return connections.all(workspace).sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    connection: async (workspace, id) => connections.get(workspace, id),
    putConnection: (connection, by, secret) =>
      inTurn(async () => {
        assertConnection(connection);
        const { workspace } = connection;
        if (secret !== undefined) assertNext(workspace, secret);
        await append(record, workspace, [
          connectionChanged(connection, by),
          ...(secret === undefined ? [] : [secretChanged(secret, by)]),
        ]);
        connections.set(workspace, connection.id, connection);
        if (secret !== undefined) keep(workspace, secret, by);
      }),
    async secrets(workspace) {
      return secrets.all(workspace).sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    putSecret: (workspace, secret, by) =>
      inTurn(async () => {
        assertNext(workspace, secret);
        await append(record, workspace, [secretChanged(secret, by)]);
        keep(workspace, secret, by);
      }),
  };

  function assertNext(workspace: string, secret: NewSecret): void {
    assertSecret(secret);
    const newest = secrets.get(workspace, secret.name)?.version ?? 0;
    if (secret.version !== newest + 1) throw storeFault('RECORD_VERSION_TAKEN');
  }

  function keep(workspace: string, { name, version }: NewSecret, by: string): void {
    secrets.set(workspace, name, { name, version, createdAt: powers.now(), createdBy: by });
  }
}

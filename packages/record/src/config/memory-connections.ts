import type { ConfigStore, Connection, SecretInfo } from '@countersign/contract';
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
    putConnection: (connection, by) =>
      inTurn(async () => {
        assertConnection(connection);
        await append(record, connection.workspace, [connectionChanged(connection, by)]);
        connections.set(connection.workspace, connection.id, connection);
      }),
    async secrets(workspace) {
      return secrets.all(workspace).sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    putSecret: (workspace, name, version, sealed, by) =>
      inTurn(async () => {
        assertSecret(name, sealed);
        const newest = secrets.get(workspace, name)?.version ?? 0;
        if (version !== newest + 1) throw storeFault('RECORD_VERSION_TAKEN');
        await append(record, workspace, [secretChanged(name, version, sealed, by)]);
        secrets.set(workspace, name, { name, version, createdAt: powers.now(), createdBy: by });
      }),
  };
}

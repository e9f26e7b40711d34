import type {
  CaseStore,
  CheckpointSigner,
  ConfigStore,
  IdPowers,
  MemoryKeeper,
  ObjectStore,
  PolicyStore,
  TableStore,
} from '@countersign/contract';
import { DEFAULT_POLICIES } from '@countersign/gateway';
import {
  type ConversationStore,
  createLedger,
  createPostgresCaseStore,
  createPostgresConfigStore,
  createPostgresConversationStore,
  createPostgresKeyStore,
  createPostgresMemoryStore,
  createPostgresObjectStore,
  createPostgresOutboxStore,
  createPostgresPermissionStore,
  createPostgresTableStore,
  type KeyStore,
  type Ledger,
  type LimitStore,
  type OutboxStore,
  type PermissionStore,
  type PostgresRecord,
  postgresRecord,
} from '@countersign/record';

/** Everything that is kept, behind the runtime role's one pool. */
export interface Stores {
  readonly record: PostgresRecord;
  /** The ledger, once it is known who signs. */
  readonly ledgerOver: (signer: CheckpointSigner) => Ledger;
  readonly config: ConfigStore & LimitStore & PolicyStore;
  readonly tables: TableStore;
  readonly cases: CaseStore;
  readonly objects: ObjectStore;
  readonly keys: KeyStore;
  readonly outbox: OutboxStore;
  readonly conversations: ConversationStore;
  readonly permissions: PermissionStore;
  readonly memories: MemoryKeeper;
}

/** Opens the stores of a migrated database. @throws faults `RECORD_DATABASE_*`. */
export async function openStores(
  database: { readonly url: string; readonly password: string },
  powers: IdPowers & { pause(ms: number): Promise<void> },
): Promise<Stores> {
  const record = await postgresRecord({ ...database, powers });
  const { pool } = record;
  return {
    record,
    ledgerOver: (signer) => createLedger({ store: record.log, signer }),
    config: createPostgresConfigStore(pool, { ...powers, defaultPolicy: DEFAULT_POLICIES }),
    tables: createPostgresTableStore(pool, powers),
    cases: createPostgresCaseStore(pool, powers),
    objects: createPostgresObjectStore(pool, powers),
    keys: createPostgresKeyStore(pool, powers),
    outbox: createPostgresOutboxStore(pool, powers),
    conversations: createPostgresConversationStore(pool, powers),
    permissions: createPostgresPermissionStore(pool, powers),
    memories: createPostgresMemoryStore(pool, powers),
  };
}

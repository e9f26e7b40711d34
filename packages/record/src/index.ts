export { createMemoryCaseStore } from './cases/memory.ts';
export { createPostgresCaseStore } from './cases/postgres.ts';
export { createMemoryConfigStore } from './config/memory.ts';
export type { AccountLimits, ConfigPowers, LimitStore } from './config/ports.ts';
export { createPostgresConfigStore } from './config/postgres.ts';
export { createMemoryConversationStore } from './conversations/memory.ts';
export type { ConversationStore } from './conversations/port.ts';
export { createPostgresConversationStore } from './conversations/postgres.ts';
export { RECORD_ERRORS, recordFault } from './errors.ts';
export { createMemoryKeyStore } from './keys/memory.ts';
export type { KeyDraft, KeyRecord, KeyStore } from './keys/port.ts';
export { createPostgresKeyStore } from './keys/postgres.ts';
export type { AuditReport } from './ledger/audit.ts';
export type { ErasureTarget } from './ledger/erase.ts';
export type { ExportPiece } from './ledger/export-log.ts';
export { createLedger, type Ledger } from './ledger/ledger.ts';
export type { LogStore } from './ledger/port.ts';
export { checkpointSigner, memoryWitness, type WitnessStorage } from './ledger/signer.ts';
export { createMemoryMemoryStore } from './memories/memory.ts';
export { createPostgresMemoryStore } from './memories/postgres.ts';
export { type MemoryRecord, memoryRecord } from './memory/store.ts';
export { createMemoryObjectStore } from './objects/memory.ts';
export { createPostgresObjectStore } from './objects/postgres.ts';
export { createMemoryOutboxStore } from './outbox/memory.ts';
export type { OutboxMailSummary, OutboxStore } from './outbox/port.ts';
export { createPostgresOutboxStore } from './outbox/postgres.ts';
export { createMemoryPermissionStore } from './permissions/memory.ts';
export type { PermissionStore } from './permissions/port.ts';
export { createPostgresPermissionStore } from './permissions/postgres.ts';
export { commitWithin } from './postgres/commit-within.ts';
export { type MigrateOptions, migrate } from './postgres/migrate.ts';
export { clientConfig, type PoolOptions, type RuntimeRole, rolePool } from './postgres/pool.ts';
export { type RolePasswords, type RolePowers, RUNTIME_ROLES } from './postgres/roles.ts';
export {
  type PostgresRecord,
  type PostgresRecordOptions,
  type PostgresRecordPowers,
  postgresRecord,
} from './postgres/store.ts';
export { inWorkspace, type Tenant } from './postgres/tenant.ts';
export { createMemoryTableStore } from './tables/memory.ts';
export { createPostgresTableStore } from './tables/postgres.ts';

export { RECORD_ERRORS, recordFault } from './errors.ts';
export { type MigrateOptions, migrate } from './postgres/migrate.ts';
export { clientConfig, type PoolOptions, type RuntimeRole, rolePool } from './postgres/pool.ts';
export type { RolePasswords, RolePowers } from './postgres/roles.ts';
export { inWorkspace, type Tenant } from './postgres/tenant.ts';

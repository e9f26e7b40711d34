import { must } from '@countersign/contract';
import pg from 'pg';

/**
 * The runtime roles. They own nothing and obey row-level security; only the broker's reads sealed secrets, and only
 * that of sign-in reads and writes accounts and sessions, which stand in a schema of their own.
 */
export type RuntimeRole = 'countersign_app' | 'countersign_broker' | 'countersign_auth';

export interface PoolOptions {
  /** Connection string of the server and database; its user and password are replaced by the role's. */
  readonly url: string;
  readonly role: RuntimeRole;
  readonly password: string;
  /** Most connections at once; 10 by default. */
  readonly max?: number;
  /** Told of an idle connection that was lost; the pool replaces it by itself. */
  readonly onLost?: (error: Error) => void;
}

/** Connections of one runtime role. `bigint` columns come as numbers. */
export function rolePool(options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({ ...clientConfig(options), max: options.max ?? 10 });
  // Without a listener a lost idle connection would end the process.
  pool.on('error', (error) => options.onLost?.(error));
  return pool;
}

/** What {@link rolePool} connects with; also for a single connection of that role. */
export function clientConfig(options: PoolOptions): pg.ClientConfig & { readonly pipeline: true } {
  return {
    connectionString: withUser(options.url, options.role, options.password),
    application_name: options.role,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // Statements that need not wait for each other's answers travel together. The driver's types do not know it yet.
    pipeline: true,
    types: numericTypes,
    options: settingsOf(options.role),
  };
}

/**
 * A database may have these set otherwise; durability and the meaning of names are not its choice. A transaction
 * that its process has forgotten ends: it may hold a log that others wait for.
 */
function settingsOf(role: RuntimeRole): string {
  return [
    'synchronous_commit=on',
    // Temporary tables last: they outlive a transaction, and so a workspace's turn on the connection.
    `search_path=${role === 'countersign_auth' ? 'auth' : 'countersign'},pg_temp`,
    'timezone=UTC',
    'idle_in_transaction_session_timeout=60s',
    // A commit that waited for its turn must see what was committed before it.
    'default_transaction_isolation=read\\ committed',
  ]
    .map((setting) => `-c ${setting}`)
    .join(' ');
}

const INT8 = 20;

const numericTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === INT8 && format !== 'binary' ? safeNumber : pg.types.getTypeParser(oid, format),
};

function safeNumber(text: string): number {
  const value = Number(text);
  return must(
    Number.isSafeInteger(value) ? value : null,
    'a bigint of the record is a safe integer',
  );
}

/** A connection string with another user. As parameters, since a URL of a socket has no place for a user before its host. */
function withUser(url: string, user: string, password: string): string {
  const changed = new URL(url);
  changed.username = '';
  changed.password = '';
  // What stands in the address would win over what is set here.
  changed.searchParams.delete('options');
  changed.searchParams.set('user', user);
  changed.searchParams.set('password', password);
  return changed.href;
}

/** Where Postgres listens: a socket that only we can reach, or, where sockets are not known, this machine alone. */
export type Listen =
  | { readonly kind: 'socket'; readonly folder: string; readonly port: number }
  | { readonly kind: 'loopback'; readonly port: number };

/** How much Postgres promises. `lasting` loses nothing that was acknowledged; `fleeting` is for tests. */
export type Durability = 'lasting' | 'fleeting';

/** The settings of our Postgres, as command-line flags: what runs is what stands here, whatever the cluster's file says. */
export function postgresSettings(listen: Listen, durability: Durability): string[] {
  const settings = { ...where(listen), ...promises(durability), ...SIZE, ...SPEECH };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function where(listen: Listen): Record<string, string> {
  switch (listen.kind) {
    case 'socket':
      return {
        listen_addresses: '',
        port: String(listen.port),
        unix_socket_directories: quoted(listen.folder),
        unix_socket_permissions: '0700',
      };
    case 'loopback':
      return {
        listen_addresses: '127.0.0.1',
        port: String(listen.port),
        unix_socket_directories: '',
      };
  }
}

/** A list setting: quotes keep a comma or a blank in a path. */
function quoted(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}

function promises(durability: Durability): Record<string, string> {
  const value = durability === 'lasting' ? 'on' : 'off';
  return { fsync: value, synchronous_commit: value, full_page_writes: value };
}

/** A small machine's share; the server's pool, the broker's and a few people with psql fit. */
const SIZE = {
  max_connections: '60',
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  min_wal_size: '64MB',
  autovacuum_max_workers: '2',
  max_worker_processes: '4',
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  // Compiling a plan costs more than our short statements.
  jit: 'off',
};

/** Logs quote no statement, no parameter and no row: all three can hold what people wrote. */
const SPEECH = {
  log_min_messages: 'warning',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_line_prefix: '%m [%p] ',
  log_timezone: 'UTC',
  timezone: 'UTC',
  logging_collector: 'off',
  password_encryption: 'scram-sha-256',
};

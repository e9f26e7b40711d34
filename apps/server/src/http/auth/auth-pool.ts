import { clientConfig } from '@countersign/record';
import pg from 'pg';

/** Connections of the server's role to schema `auth`, which `createAuth` and `postgresAdmissions` use. */
export function authPool(options: {
  /** Connection string; its user and password are replaced by the role's. */
  readonly url: string;
  readonly password: string;
  /** Told of an idle connection that was lost; the pool replaces it by itself. */
  readonly onLost?: (error: Error) => void;
}): pg.Pool {
  const { url, password } = options;
  const pool = new pg.Pool({
    ...clientConfig({ url, password, role: 'countersign_app' }),
    // Sign-in is rare and a sign-up holds one connection while it waits for another.
    max: 8,
    options: '-c search_path=auth -c timezone=UTC',
  });
  pool.on('error', (error) => options.onLost?.(error));
  return pool;
}

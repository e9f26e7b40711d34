import { rolePool } from '@countersign/record';
import { createAuth } from '../http/auth/create-auth.ts';
import type { AuthDoor } from '../http/auth/port.ts';
import { postgresAdmissions } from '../http/auth/postgres-admissions.ts';
import type { Join } from '../http/auth/sign-up.ts';
import type { Origins } from '../http/origins.ts';
import { faultLine, type Log } from './log.ts';
import type { SystemPowers } from './system.ts';

/** What sign-in is opened with. */
export interface SignInParts {
  /** Its own role's password: no other reads or writes what is kept here. */
  readonly database: { readonly url: string; readonly password: string };
  readonly sessionKey: string;
  readonly setupCode: string;
  readonly origins: Origins;
  readonly join: Join;
  readonly system: SystemPowers;
  readonly log: Log;
}

/** Sign-in over schema `auth`, with a small pool of its own. */
export function openSignIn(parts: SignInParts): {
  readonly auth: AuthDoor;
  close(): Promise<void>;
} {
  const { system, log } = parts;
  const pool = rolePool({
    ...parts.database,
    role: 'countersign_auth',
    max: 5,
    onLost: (error) => log.warn(faultLine(error), 'a connection of sign-in was lost'),
  });
  const auth = createAuth({
    database: pool,
    origins: parts.origins,
    secret: parts.sessionKey,
    ids: system,
    report: (error) => log.error(faultLine(error), 'sign-in failed by our own fault'),
    admissions: postgresAdmissions(pool),
    setupCode: parts.setupCode,
    clock: system.clock,
    join: parts.join,
  });
  return { auth, close: () => pool.end() };
}

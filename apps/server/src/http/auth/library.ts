import { type IdPowers, newId } from '@countersign/contract';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import type { Origins } from '../origins.ts';

/** Characters a password has at least (NIST SP 800-63B asks for eight) and at most, which bounds the work of hashing. */
export const PASSWORD_LENGTH = { min: 10, max: 128 } as const;

/** The header in which the address of a client reaches the library. Set by us on every request, whatever was sent. */
export const ADDRESS_HEADER = 'x-countersign-address';

/** What the sign-in library is made with. */
export interface LibraryOptions {
  /** A pg pool whose search path is the schema `auth`, or an adapter. */
  readonly database: NonNullable<BetterAuthOptions['database']>;
  readonly origins: Origins;
  /** Signs cookies; at least 32 random characters. */
  readonly secret: string;
  readonly ids: IdPowers;
  /** How passwords are hashed; scrypt (N=2^14, r=16) where absent. */
  readonly hashing?: {
    readonly hash: (password: string) => Promise<string>;
    readonly verify: (about: { hash: string; password: string }) => Promise<boolean>;
  };
  /** Told of what went wrong by our own fault, such as a lost database. */
  readonly report: (error: unknown) => void;
}

/** The options of the sign-in library. Nothing of them is left to the environment or to the mode node runs in. */
export function libraryOptions(options: LibraryOptions) {
  const { database, origins, secret, ids } = options;
  return {
    appName: 'Countersign',
    baseURL: origins.trusted[0] ?? 'http://localhost',
    basePath: '/api/auth',
    database,
    secret,
    secrets: [{ version: 1, value: secret }],
    trustedOrigins: [...origins.trusted],
    telemetry: { enabled: false, debug: false },
    // It would print e-mail addresses; what is our own fault is reported instead.
    logger: { disabled: true },
    onAPIError: {
      onError: (error: unknown) => {
        if (!isAPIError(error)) options.report(error);
      },
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      revokeSessionsOnPasswordReset: true,
      ...(options.hashing === undefined ? {} : { password: options.hashing }),
    },
    session: { expiresIn: 7 * 86_400, updateAge: 86_400 },
    // Attempts are counted before the library is asked; see attempts.ts.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'countersign',
      useSecureCookies: origins.secure,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
      // Off by default while tests run: then tests would not see what they are there to see.
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: {
        generateId: ({ model }: { model: string }) =>
          model === 'user' ? newId('user', ids) : opaqueId(ids),
      },
    },
  } as const satisfies BetterAuthOptions;
}

/** The sign-in library. Other ways to sign in (passkeys, OIDC) are plug-ins of it. */
export function createLibrary(options: LibraryOptions) {
  return betterAuth(libraryOptions(options));
}

/** The library as this application uses it. */
export type Library = ReturnType<typeof createLibrary>;

function opaqueId(ids: IdPowers): string {
  return Buffer.from(ids.randomBytes(20)).toString('base64url');
}

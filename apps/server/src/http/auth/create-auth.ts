import { digest, type IdPowers, type JsonObject } from '@countersign/contract';
import type { Clock } from '../clock.ts';
import { httpFault } from '../errors.ts';
import { parseAs } from '../invalid.ts';
import type { Admissions } from './admissions.ts';
import { ask, withoutTokens } from './ask.ts';
import { createAttempts } from './attempts.ts';
import { createTrackingEnd } from './end-tracking.ts';
import { createLibrary, type LibraryOptions } from './library.ts';
import type { AuthDoor, Invited, Session } from './port.ts';
import { bodyOf, signInBody } from './requests.ts';
import { createSignUp, type Join } from './sign-up.ts';

/** What sign-in is made with. */
export interface AuthOptions extends LibraryOptions {
  readonly admissions: Admissions;
  /** The code that lets the first owner in, shown by whoever started the server; null lets nobody in. */
  readonly setupCode: string | null;
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: IdPowers;
  readonly join: Join;
}

/** Milliseconds for which an invitation is good. */
const INVITATION_TTL = 7 * 86_400_000;

/** Sign-in with e-mail and password; sessions in a cookie that scripts cannot read and other sites cannot send. */
export function createAuth(options: AuthOptions): AuthDoor {
  const { admissions, clock } = options;
  const library = createLibrary(options);
  const byAddress = createAttempts(clock, { max: 30, windowMs: 60_000 });
  const failuresOf = createAttempts(clock, { max: 20, windowMs: 15 * 60_000 });
  const signUp = createSignUp(library, options);
  const tracked = createTrackingEnd();

  async function signIn(request: Request, body: JsonObject, address: string): Promise<Response> {
    const { email, ...rest } = parseAs(signInBody, body);
    const account = email.toLowerCase();
    byAddress.take(address);
    failuresOf.take(account);
    const answer = await ask(library, request, { email: account, ...rest }, address);
    if (answer.status >= 500) return answer;
    // One answer for a wrong password, an unknown address and a malformed one.
    if (!answer.ok) throw httpFault('HTTP_SIGN_IN_REFUSED');
    failuresOf.forgive(account);
    return withoutTokens(answer);
  }

  async function handle(request: Request, address: string): Promise<Response> {
    const { pathname } = new URL(request.url);
    const body = await bodyOf(request);
    if (pathname === '/api/auth/sign-in/email') return signIn(request, body, address);
    if (pathname === '/api/auth/sign-up/email') {
      byAddress.take(address);
      return signUp(request, body, address);
    }
    const answer = await ask(library, request, body, address);
    return pathname === '/api/auth/get-session' ? withoutTokens(answer) : answer;
  }

  return {
    session: (headers) => tracked(() => sessionOf(library, headers)),
    handle: (request, address) => tracked(() => handle(request, address)),
    needsSetup: async () => !(await admissions.isClaimed()),
    async invite(invited: Invited) {
      const token = Buffer.from(options.ids.randomBytes(32)).toString('base64url');
      const expiresAt = clock.now() + INVITATION_TTL;
      await admissions.keep(digest(token), invited, expiresAt);
      return { token, expiresAt };
    },
    accept: (token, session) =>
      admissions.take(digest(token), session.email.toLowerCase(), clock.now()),
    withdraw: (of) => admissions.withdraw(of),
  };
}

async function sessionOf(
  library: ReturnType<typeof createLibrary>,
  headers: Headers,
): Promise<Session | null> {
  // Not extended here: an answer to another request cannot carry the new cookie. The studio asks for its session itself.
  const found = await library.api.getSession({ headers, query: { disableRefresh: true } });
  if (found === null) return null;
  const { session, user } = found;
  return { id: session.id, person: user.id, name: user.name, email: user.email };
}

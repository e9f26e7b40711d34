import { timingSafeEqual } from 'node:crypto';
import { digest, type JsonObject } from '@countersign/contract';
import type { z } from 'zod';
import { jsonAnswer } from '../answer.ts';
import type { Clock } from '../clock.ts';
import { httpFault } from '../errors.ts';
import { parseAs } from '../invalid.ts';
import type { Admissions } from './admissions.ts';
import { headersFor } from './ask.ts';
import { createAttempts } from './attempts.ts';
import type { Library } from './library.ts';
import type { Invited } from './port.ts';
import { signUpBody } from './requests.ts';

/** Gives a new person their place: as first owner where `invited` is null, else where they were invited to. Must bear being done again. */
export type Join = (
  person: { readonly id: string; readonly name: string; readonly email: string },
  invited: Invited | null,
) => Promise<void>;

interface SignUpPowers {
  readonly admissions: Admissions;
  readonly setupCode: string | null;
  readonly clock: Pick<Clock, 'now'>;
  readonly join: Join;
}

type Draft = z.infer<typeof signUpBody>;

/**
 * Makes accounts, one at a time: the first with the set-up code, all others with an invitation.
 * A person is let in only when their place is made; a sign-up that fails, or dies on the way, leaves the code
 * and the invitation good.
 */
export function createSignUp(library: Library, powers: SignUpPowers) {
  const { admissions, clock } = powers;
  const guesses = createAttempts(clock, { max: 30, windowMs: 60 * 60_000 });

  async function asOwner(draft: Draft, headers: Headers): Promise<Response> {
    guesses.take('set-up');
    if (!isCode(powers.setupCode, draft.setupCode)) throw httpFault('HTTP_SETUP');
    guesses.forgive('set-up');
    // Whoever is there was left behind by a set-up that died before it was done.
    await removeEverybody(library);
    return make(library, draft, headers, async (person) => {
      await powers.join(person, null);
      await admissions.claim(person.id);
    });
  }

  async function asInvited(draft: Draft, headers: Headers): Promise<Response> {
    const token = digest(draft.invitation ?? '');
    const invited = await admissions.take(token, draft.email.toLowerCase(), clock.now());
    if (invited === null) throw httpFault('HTTP_INVITATION');
    try {
      return await make(library, draft, headers, (person) => powers.join(person, invited));
    } catch (error) {
      await admissions.giveBack(token);
      throw error;
    }
  }

  return async (request: Request, body: JsonObject, address: string): Promise<Response> => {
    const draft = parseAs(signUpBody, body);
    const headers = headersFor(request, address);
    return admissions.alone(async () =>
      (await admissions.isClaimed()) ? asInvited(draft, headers) : asOwner(draft, headers),
    );
  };
}

async function make(
  library: Library,
  draft: Draft,
  headers: Headers,
  join: (person: { id: string; name: string; email: string }) => Promise<void>,
): Promise<Response> {
  const { name, email, password, rememberMe } = draft;
  const account = { name, email: email.toLowerCase(), password };
  const made = await library.api.signUpEmail({
    body: rememberMe === undefined ? account : { ...account, rememberMe },
    headers,
    asResponse: true,
  });
  if (!made.ok) throw await refusalOf(made);
  const { user } = (await made.json()) as { user: { id: string; name: string; email: string } };
  try {
    await join({ id: user.id, name: user.name, email: user.email });
  } catch (error) {
    await (await library.$context).internalAdapter.deleteUser(user.id);
    throw error;
  }
  const answer = jsonAnswer(200, { user: { id: user.id, name: user.name, email: user.email } });
  for (const cookie of made.headers.getSetCookie()) answer.headers.append('set-cookie', cookie);
  return answer;
}

async function refusalOf(made: Response) {
  const said = (await made.json().catch(() => null)) as { code?: string; message?: string } | null;
  return httpFault('HTTP_SIGN_UP', {
    message: said?.code?.startsWith('USER_ALREADY_EXISTS')
      ? 'There is an account with this e-mail address; sign in, then open the invitation again.'
      : (said?.message ?? 'The account could not be made.'),
    details: { field: said?.code?.startsWith('PASSWORD') ? 'password' : 'email' },
  });
}

async function removeEverybody(library: Library): Promise<void> {
  const { adapter, internalAdapter } = await library.$context;
  const left = await adapter.findMany<{ id: string }>({ model: 'user' });
  for (const { id } of left) await internalAdapter.deleteUser(id);
}

/** Compares without telling how far a guess was right. Spaces, dashes and case are how people type, not what they mean. */
function isCode(code: string | null, given: string | undefined): boolean {
  if (code === null || plain(code) === '' || given === undefined) return false;
  const [wanted, got] = [plain(code), plain(given)].map((text) => Buffer.from(digest(text), 'hex'));
  return wanted !== undefined && got !== undefined && timingSafeEqual(wanted, got);
}

function plain(code: string): string {
  return code.toLowerCase().replace(/[\s-]/g, '');
}

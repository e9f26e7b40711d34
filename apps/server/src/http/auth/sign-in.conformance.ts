import { expect, test } from 'vitest';
import { originsOf } from '../origins.ts';
import { errorOf, jsonOf } from '../testing/error-of.ts';
import { type ManualClock, manualClock } from '../testing/manual-clock.ts';
import { world } from '../testing/world.ts';
import type { Admissions } from './admissions.ts';
import { type AuthOptions, createAuth } from './create-auth.ts';
import { librarysStorages } from './end-tracking.ts';
import type { Invited } from './port.ts';

/** Where accounts are kept in one run of the suite. */
export interface Kept {
  readonly database: AuthOptions['database'];
  readonly admissions: Admissions;
}

const CODE = 'wolf-7312-lake';
const PASSWORD = 'correct horse battery';
const owner = { name: 'Ada', email: 'Ada@example.com', password: PASSWORD };
const guest: Invited = {
  workspace: 'ws_1',
  email: 'bob@example.com',
  role: 'responder',
  by: 'usr_1',
};
const bob = { name: 'Bob', email: 'bob@example.com', password: PASSWORD };

/** Many requests in one test: on a busy machine more than the usual five seconds. */
const LONG = { timeout: 60_000 };

/** Sign-in as everybody may rely on it, wherever accounts are kept. `fresh` gives an empty place. */
export function signInSuite(fresh: () => Promise<Kept>): void {
  test('the first account needs the set-up code, once, and its person becomes the owner', async () => {
    const s = await site(fresh);
    expect(await s.auth.needsSetup()).toBe(true);
    for (const setupCode of [undefined, '', 'wolf-7312-lakes', 'wolf']) {
      const refused = await s.post('sign-up/email', {
        ...owner,
        ...(setupCode === undefined ? {} : { setupCode }),
      });
      expect([refused.status, (await errorOf(refused)).code]).toEqual([403, 'HTTP_SETUP']);
    }
    expect(s.joined).toEqual([]);
    const made = await s.post('sign-up/email', { ...owner, setupCode: 'WOLF 7312 lake' });
    expect(made.status).toBe(200);
    expect(s.joined).toMatchObject([[{ name: 'Ada', email: 'ada@example.com' }, null]]);
    expect(await s.auth.needsSetup()).toBe(false);
    const again = await s.post('sign-up/email', { ...bob, setupCode: CODE });
    expect([again.status, (await errorOf(again)).code]).toEqual([403, 'HTTP_INVITATION']);
  });

  test('many set-ups at once let one owner in', LONG, async () => {
    const s = await site(fresh);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        s.post('sign-up/email', { ...owner, email: `a${i}@example.com`, setupCode: CODE }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(19);
    expect(s.joined).toHaveLength(1);
  });

  test('a set-up that died half way leaves nobody, and is done again', async () => {
    const s = await site(fresh);
    s.failJoins(1);
    expect((await s.post('sign-up/email', { ...owner, setupCode: CODE })).status).toBe(500);
    expect(await s.auth.needsSetup()).toBe(true);
    expect((await s.post('sign-in/email', { email: owner.email, password: PASSWORD })).status).toBe(
      401,
    );
    expect((await s.post('sign-up/email', { ...owner, setupCode: CODE })).status).toBe(200);
  });

  test('once no request is under way, the library follows no promise of the process any more', async () => {
    const s = await site(fresh);
    const signIn = () => s.post('sign-in/email', { email: owner.email, password: PASSWORD });
    expect((await s.post('sign-up/email', { ...owner, setupCode: CODE })).status).toBe(200);
    const both = await Promise.all([signIn(), signIn(), s.auth.session(new Headers())]);
    expect(both.slice(0, 2)).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect(librarysStorages().length).toBeGreaterThan(0);
    // From Node 24 on a storage costs nothing, and says nothing of itself.
    const followed = librarysStorages().filter((storage) => Object(storage).enabled === true);
    expect(followed).toEqual([]);
  });

  test('without a set-up code nobody can be the first', async () => {
    const s = await site(fresh, { setupCode: null });
    for (const setupCode of ['', 'null', CODE]) {
      expect((await s.post('sign-up/email', { ...owner, setupCode })).status).toBe(403);
    }
  });

  test('an invitation makes one account, for its address, until it expires', async () => {
    const s = await claimed(fresh);
    const { token } = await s.auth.invite(guest);
    const stranger = await s.post('sign-up/email', {
      ...bob,
      email: 'eve@example.com',
      invitation: token,
    });
    expect([stranger.status, (await errorOf(stranger)).code]).toEqual([403, 'HTTP_INVITATION']);
    expect((await s.post('sign-up/email', { ...bob, invitation: `${token}x` })).status).toBe(403);
    expect((await s.post('sign-up/email', { ...bob, invitation: token })).status).toBe(200);
    expect(s.joined.at(-1)).toMatchObject([{ email: 'bob@example.com' }, guest]);
    expect((await s.post('sign-up/email', { ...bob, invitation: token })).status).toBe(403);
    const late = await s.auth.invite({ ...guest, email: 'late@example.com' });
    s.clock.pass(7 * 86_400_000);
    const refused = await s.post('sign-up/email', {
      ...bob,
      email: 'late@example.com',
      invitation: late.token,
    });
    expect(refused.status).toBe(403);
  });

  test('invitations are withdrawn by workspace and by address or sender', async () => {
    const s = await claimed(fresh);
    const at = (email: string, by: string, workspace = guest.workspace) =>
      s.auth.invite({ ...guest, email: `${email}@example.com`, by, workspace });
    const kept = [
      await at('one', 'usr_a'),
      await at('two', 'usr_b'),
      await at('three', 'usr_a', 'ws_2'),
      await at('four', 'usr_c'),
    ];
    const gone = { workspace: guest.workspace, email: 'Two@example.com', by: 'usr_a' };
    await s.auth.withdraw(gone);
    const statuses = [];
    for (const [index, { token }] of kept.entries()) {
      const email = `${['one', 'two', 'three', 'four'][index]}@example.com`;
      statuses.push((await s.post('sign-up/email', { ...bob, email, invitation: token })).status);
    }
    expect(statuses).toEqual([403, 403, 200, 200]);
  });

  test('an invitation whose use failed is good again', async () => {
    const s = await claimed(fresh);
    const { token } = await s.auth.invite(guest);
    const short = await s.post('sign-up/email', { ...bob, password: 'short', invitation: token });
    expect([short.status, (await errorOf(short)).field]).toEqual([400, 'password']);
    s.failJoins(1);
    expect((await s.post('sign-up/email', { ...bob, invitation: token })).status).toBe(500);
    expect((await s.post('sign-up/email', { ...bob, invitation: token })).status).toBe(200);
  });

  test('somebody with an account accepts an invitation signed in, and is told so where they sign up again', async () => {
    const s = await claimed(fresh);
    const { token } = await s.auth.invite({ ...guest, email: 'ada@example.com' });
    const twice = await s.post('sign-up/email', { ...owner, invitation: token });
    expect((await errorOf(twice)).message).toMatch(/sign in, then open the invitation again/);
    const session = await s.auth.session(new Headers({ cookie: s.cookie }));
    expect(session).toMatchObject({ name: 'Ada', email: 'ada@example.com' });
    if (session === null) throw new Error('no session');
    expect(await s.auth.accept(token, { ...session, email: 'eve@example.com' })).toBeNull();
    expect(await s.auth.accept(token, session)).toMatchObject({ workspace: 'ws_1' });
    expect(await s.auth.accept(token, session)).toBeNull();
  });

  test('the session is a cookie that no script reads and no other site sends, and no answer tells its token', async () => {
    const s = await claimed(fresh);
    const answer = await s.post('sign-in/email', { email: 'ADA@example.com', password: PASSWORD });
    expect(answer.status).toBe(200);
    const cookie = answer.headers.getSetCookie().find((one) => one.includes('session_token')) ?? '';
    expect(cookie).toMatch(/^countersign\.session_token=/);
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(cookie).toMatch(/Path=\//i);
    const token = decodeURIComponent(/=([^;.]+)/.exec(cookie)?.[1] ?? '');
    expect(token.length).toBeGreaterThan(20);
    expect(await answer.text()).not.toContain(token);
    const seen = await s.get('get-session', cookieOf(answer));
    const text = await seen.text();
    expect(text).toContain('ada@example.com');
    expect(text).not.toContain(token);
  });

  test('over TLS the cookie is Secure', async () => {
    const origins = originsOf({ host: 'localhost', port: 80, publicUrl: 'https://localhost' });
    const s = await claimed(fresh, { origins });
    expect(s.setCookie).toMatch(/^__Secure-countersign\.session_token=.*Secure/);
  });

  test('signing out ends the session at once, and a changed cookie was never one', async () => {
    const s = await claimed(fresh);
    const session = (cookie: string) => s.auth.session(new Headers({ cookie }));
    expect(await session(s.cookie)).not.toBeNull();
    expect(await session(s.cookie.replace(/\.([^.]+)$/, '.AAAA$1'))).toBeNull();
    expect((await s.post('sign-out', {}, { cookie: s.cookie })).status).toBe(200);
    expect(await session(s.cookie)).toBeNull();
  });

  test('a changed password ends the other sessions where that is asked for', async () => {
    const s = await claimed(fresh);
    const other = cookieOf(
      await s.post('sign-in/email', { email: owner.email, password: PASSWORD }),
    );
    const change = {
      currentPassword: PASSWORD,
      newPassword: 'a new horse battery',
      revokeOtherSessions: true,
    };
    const wrong = await s.post(
      'change-password',
      { ...change, currentPassword: 'no' },
      { cookie: s.cookie },
    );
    expect(wrong.status).toBe(400);
    expect((await s.post('change-password', change, { cookie: s.cookie })).status).toBe(200);
    expect(await s.auth.session(new Headers({ cookie: other }))).toBeNull();
    expect((await s.post('sign-in/email', { email: owner.email, password: PASSWORD })).status).toBe(
      401,
    );
  });

  test('a wrong password and an unknown address get the same answer', async () => {
    const s = await claimed(fresh);
    const wrong = await s.post('sign-in/email', { email: owner.email, password: 'x' });
    const unknown = await s.post('sign-in/email', { email: 'nobody@example.com', password: 'x' });
    const odd = await s.post('sign-in/email', { email: 'no address', password: 'x' });
    const bodies = [await wrong.json(), await unknown.json(), await odd.json()];
    expect([wrong.status, unknown.status, odd.status]).toEqual([401, 401, 401]);
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).toEqual(bodies[0]);
  });

  test(
    'guesses at one account are slowed whatever address they come from, and a right password is no guess',
    LONG,
    async () => {
      const s = await claimed(fresh);
      const guess = (password: string) => s.post('sign-in/email', { email: owner.email, password });
      for (let i = 0; i < 25; i++) expect((await guess(PASSWORD)).status).toBe(200);
      s.clock.pass(60_000);
      for (let i = 0; i < 20; i++) expect((await guess('wrong')).status).toBe(401);
      const slowed = await guess('wrong');
      expect([slowed.status, slowed.headers.get('retry-after')]).toEqual([429, '900']);
      expect((await guess(PASSWORD)).status).toBe(429);
      s.clock.pass(15 * 60_000);
      expect((await guess(PASSWORD)).status).toBe(200);
    },
  );

  test(
    'one address cannot try many accounts, and no header makes it another address',
    LONG,
    async () => {
      const s = await claimed(fresh);
      s.clock.pass(60_000);
      for (let i = 0; i < 31; i++) {
        const headers = { 'x-forwarded-for': `10.0.0.${i}`, 'x-real-ip': `10.0.0.${i}` };
        const answer = await s.post(
          'sign-in/email',
          { email: `a${i}@example.com`, password: 'x' },
          headers,
        );
        expect([i, answer.status]).toEqual([i, i < 30 ? 401 : 429]);
      }
    },
  );

  test('what else the library could do stays shut', async () => {
    const s = await claimed(fresh);
    for (const path of [
      'sign-in/social',
      'delete-user',
      'update-user',
      'link-social',
      'forget-password',
      'set-password',
    ]) {
      expect([path, (await s.post(path, {}, { cookie: s.cookie })).status]).toEqual([path, 404]);
    }
    expect((await s.get('ok', s.cookie)).status).toBe(404);
  });

  test('a body that is odd, large or of another type is refused before the library sees it', async () => {
    const s = await claimed(fresh);
    expect(
      (await s.post('sign-in/email', { email: owner.email, password: 'x'.repeat(20_000) })).status,
    ).toBe(413);
    const extra = await s.post('sign-up/email', { ...bob, role: 'admin' });
    expect([extra.status, (await errorOf(extra)).field]).toEqual([400, 'role']);
    const form = await s.post(
      'sign-in/email',
      {},
      { 'content-type': 'application/x-www-form-urlencoded' },
    );
    expect(form.status).toBe(415);
  });

  test('a person’s cookie opens the API, and signing out closes it', async () => {
    const s = await claimed(fresh);
    const me = await s.request('/api/v1/me', { headers: { cookie: s.cookie } });
    expect(await jsonOf(me)).toMatchObject({
      person: { email: 'ada@example.com' },
      via: 'session',
    });
    await s.post('sign-out', {}, { cookie: s.cookie });
    expect((await s.request('/api/v1/me', { headers: { cookie: s.cookie } })).status).toBe(401);
  });
}

type Changes = Partial<Pick<AuthOptions, 'setupCode' | 'origins'>>;

async function site(fresh: () => Promise<Kept>, changes: Changes = {}) {
  const clock: ManualClock = manualClock();
  const joined: unknown[] = [];
  let failures = 0;
  const base = await world();
  const origins = changes.origins ?? base.doors.origins;
  const auth = createAuth({
    ...(await fresh()),
    origins,
    secret: 'a secret of forty characters, for tests 1',
    setupCode: CODE,
    clock,
    ids: { now: clock.now, randomBytes: (n) => crypto.getRandomValues(new Uint8Array(n)) },
    report: () => undefined,
    // What slow hashing is for is not what is looked at here, and it would take the suite a minute.
    hashing: {
      hash: async (password) => `quick ${password}`,
      verify: async ({ hash, password }) => hash === `quick ${password}`,
    },
    join: async (person, invited) => {
      if (failures-- > 0) throw new Error('the join failed');
      joined.push([person, invited]);
    },
    ...changes,
  });
  const { request } = await world({ auth, origins, clock });
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    request(`/api/auth/${path}`, {
      method: 'POST',
      headers: { origin: 'http://localhost', 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const get = (path: string, cookie: string) =>
    request(`/api/auth/${path}`, { headers: { cookie } });
  const failJoins = (count: number) => {
    failures = count;
  };
  return { auth, clock, joined, request, post, get, failJoins };
}

/** A site whose owner has signed up. */
async function claimed(fresh: () => Promise<Kept>, changes: Changes = {}) {
  const s = await site(fresh, changes);
  const made = await s.post('sign-up/email', { ...owner, setupCode: CODE });
  expect(made.status).toBe(200);
  s.clock.pass(60_000);
  return { ...s, cookie: cookieOf(made), setCookie: made.headers.getSetCookie()[0] ?? '' };
}

function cookieOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

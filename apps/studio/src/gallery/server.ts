import type { Fetch } from '@countersign/sdk';
import { bodyOf, error, json } from './answers.ts';
import { NOW, ROBIN, WORKSPACE } from './fixtures/people.ts';
import { questionRoutes } from './questions-desk.ts';
import type { Scene } from './scenes.ts';
import { settingsRoutes } from './settings-routes.ts';
import { workRoutes } from './work-routes.ts';

/** Requests after which the session of the scene `expired` is over. */
const SESSION_LASTS = 12;
/** Milliseconds that an answer takes. */
const DELAY = 30;

/** A server made of fixtures, for one scene. It keeps what is changed until the page is loaded again. */
export function createServer(scene: Scene): Fetch {
  const routes = [...workRoutes(scene), ...questionRoutes(scene), ...settingsRoutes(scene)];
  let isSignedIn = scene.signedIn !== 'no' && scene.signedIn !== 'needs-setup';
  let left = scene.signedIn === 'until-asked' ? SESSION_LASTS : Number.POSITIVE_INFINITY;

  function account(path: string, init: RequestInit | undefined): Response {
    if (path === '/api/auth/sign-in/email' && bodyOf(init).password === 'wrong') {
      const message = 'No account fits this e-mail address and password; check both.';
      return error(401, 'HTTP_SIGN_IN_REFUSED', message);
    }
    isSignedIn = !path.endsWith('sign-out');
    left = Number.POSITIVE_INFINITY;
    return json({});
  }

  async function inWorkspace(url: URL, init: RequestInit | undefined): Promise<Response> {
    const path = url.pathname.replace(/^\/api\/v1\/workspaces\/[^/]+\//, '');
    for (const [method, pattern, handle] of routes) {
      const match = method === (init?.method ?? 'GET') ? pattern.exec(path) : null;
      if (!match) continue;
      const result = await handle(match.slice(1), init, url);
      if (result instanceof Response) return result;
      if (result !== null) return json(result);
    }
    return error(404, 'HTTP_NOT_FOUND', 'There is nothing here that you may see.');
  }

  function respond(url: URL, init: RequestInit | undefined): Response | Promise<Response> {
    const path = url.pathname;
    if (path === '/api/v1/setup') return json({ needed: scene.signedIn === 'needs-setup' });
    if (path.startsWith('/api/auth/')) return account(path, init);
    if (!isSignedIn) return error(401, 'HTTP_UNAUTHENTICATED', 'Nobody is signed in.');
    if (path === '/api/v1/me') return json(meOf(scene));
    if (path === '/api/v1/health') return json(HEALTH);
    left -= 1;
    if (left < 0) return error(401, 'HTTP_UNAUTHENTICATED', 'Nobody is signed in.');
    switch (scene.answers) {
      case 'never':
        return new Promise(() => undefined);
      case 'with-500':
        return error(500, 'HTTP_INTERNAL', 'The server failed at this; its log has the reason.');
      case 'not-at-all':
        throw new TypeError('Failed to fetch');
      default:
        return inWorkspace(url, init);
    }
  }

  return async (input, init) => {
    await new Promise((resolve) => setTimeout(resolve, DELAY));
    return respond(new URL(input, location.origin), init);
  };
}

function meOf(scene: Scene) {
  const { person: id, name, email } = ROBIN;
  return {
    person: { id, name, email },
    via: 'session',
    workspaces: [{ ...WORKSPACE, role: scene.role ?? 'owner' }],
  };
}

const HEALTH = {
  ok: true,
  version: '0.1.0',
  now: NOW,
  parts: ['database', 'broker', 'ledger', 'workers'].map((name) => ({
    name,
    ok: true,
    detail: 'Answers within 2 ms.',
  })),
};

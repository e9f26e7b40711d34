import type { Doors } from '../doors.ts';
import type { RouteName } from '../permissions.ts';
import { type Route, route } from '../route.ts';

/** Signing up, in and out. Each address is named: what the sign-in library offers beyond them stays shut. */
export function authRoutes(doors: Doors): readonly Route[] {
  return (Object.entries(ADDRESSES) as [keyof typeof ADDRESSES, string][]).map(([name, summary]) =>
    route({
      name,
      summary,
      tag: 'sign-in',
      answers: 'application/json',
      handle: ({ request, address }) => doors.auth.handle(request, address),
    }),
  );
}

const ADDRESSES = {
  'POST /api/auth/sign-up/email':
    'Make an account: the first one with the set-up code, any other with an invitation.',
  'POST /api/auth/sign-in/email': 'Sign in; the session is a cookie that scripts cannot read.',
  'POST /api/auth/sign-out': 'End the session.',
  'GET /api/auth/get-session': 'The session of the cookie, or null.',
  'GET /api/auth/list-sessions': 'Your sessions.',
  'POST /api/auth/revoke-session': 'End one of your sessions.',
  'POST /api/auth/revoke-other-sessions': 'End all of your sessions but this one.',
  'POST /api/auth/change-password': 'Change your password.',
} as const satisfies Partial<Record<RouteName, string>>;

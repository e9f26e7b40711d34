import type { HealthView, Me } from '@countersign/contract';
import type { Transport } from './transport.ts';

/** A new account: the first with the set-up code, all others with an invitation. */
export interface NewAccount {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly setupCode?: string;
  readonly invitation?: string;
}

/** Signing in and out, for browsers on the server's own pages: the session is a cookie. */
export interface AccountClient {
  /** Whether the first account is still to be made. */
  setupNeeded(): Promise<boolean>;
  signUp(account: NewAccount): Promise<void>;
  signIn(email: string, password: string): Promise<void>;
  signOut(): Promise<void>;
  /** Joins the workspace an invitation is for, and gives its id. */
  accept(token: string): Promise<string>;
}

export function accountClient({ json }: Transport): AccountClient {
  const post = (path: string, body: unknown) => json(path, { method: 'POST', body });
  return {
    setupNeeded: async () => (await json<{ needed: boolean }>('/api/v1/setup')).needed,
    signUp: async (account) => void (await post('/api/auth/sign-up/email', account)),
    signIn: async (email, password) =>
      void (await post('/api/auth/sign-in/email', { email, password })),
    signOut: async () => void (await post('/api/auth/sign-out', {})),
    accept: async (token) => {
      const asked = { method: 'POST', body: { token } } as const;
      return (await json<{ workspace: string }>('/api/v1/invitations/accept', asked)).workspace;
    },
  };
}

/** Who is asking, and where they belong. */
export function me({ json }: Transport): Promise<Me> {
  return json('/api/v1/me');
}

/** The state of each part of the server. */
export function health({ json }: Transport): Promise<HealthView> {
  return json('/api/v1/health');
}

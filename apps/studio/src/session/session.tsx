import type { Me } from '@countersign/contract';
import type { Client, Fetch } from '@countersign/sdk';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from 'react';
import { keys } from '../data/keys.ts';
import type { SignedOut } from './signed-out.ts';

/** What every page has: the way to the server, and whether the session still holds. */
export interface Session {
  readonly client: Client;
  readonly account: Client['account'];
  /** For the few things that the client does not do. */
  readonly fetch: Fetch;
  readonly signedOut: SignedOut;
}

const Context = createContext<Session | null>(null);

/** The session of this tab. */
export function useSession(): Session {
  const session = use(Context);
  if (session === null) throw new Error('no session: this part stands outside of the app');
  return session;
}

/** Hands the session to all pages. */
export function SessionProvider({
  client,
  fetch,
  signedOut,
  children,
}: {
  client: Client;
  fetch: Fetch;
  signedOut: SignedOut;
  children: ReactNode;
}) {
  const value = useMemo(
    () => ({ client, account: client.account, fetch, signedOut }),
    [client, fetch, signedOut],
  );
  return <Context value={value}>{children}</Context>;
}

/** Who is signed in. */
export function useMe(): UseQueryResult<Me> {
  const { client } = useSession();
  return useQuery({
    queryKey: keys.me,
    queryFn: () => client.me(),
    staleTime: 60_000,
    retry: false,
  });
}

/** Whether the server has said that nobody is signed in any more. */
export function useIsSignedOut(): boolean {
  const { signedOut } = useSession();
  return useSyncExternalStore(signedOut.subscribe, signedOut.get);
}

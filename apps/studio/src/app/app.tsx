import { createClient, type Fetch } from '@countersign/sdk';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { isApiError } from '../api/api-error.ts';
import { watchingSession } from '../api/fetches.ts';
import { SessionProvider } from '../session/session.tsx';
import { createSignedOut } from '../session/signed-out.ts';
import { createStudioRouter } from './router.tsx';

/** The studio. `basepath` is where it hangs; the root but for the gallery. */
export function App({ fetch, basepath = '/' }: { fetch: Fetch; basepath?: string }) {
  const [{ client, api, watched, signedOut, router }] = useState(() => create(fetch, basepath));
  return (
    <QueryClientProvider client={client}>
      <SessionProvider client={api} fetch={watched} signedOut={signedOut}>
        <RouterProvider router={router} />
      </SessionProvider>
    </QueryClientProvider>
  );
}

function create(fetch: Fetch, basepath: string) {
  const signedOut = createSignedOut();
  const watched = watchingSession(fetch, () => signedOut.set(true));
  const api = createClient({ baseUrl: '', fetch: watched });
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // What the server says no to stays no; what did not reach it is tried again.
        retry: (failures, error) =>
          failures < 2 && (!isApiError(error) || error.status === 0 || error.status >= 500),
        retryDelay: (failures) => 600 * 2 ** failures,
        // A laptop that is offline can still reach a server on itself.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
  return { client, api, watched, signedOut, router: createStudioRouter(basepath) };
}

import type { Fetch } from '@countersign/sdk';

/** A fetch that tells when the server says that nobody is signed in, other than to a wrong password. */
export function watchingSession(fetch: Fetch, signedOut: () => void): Fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    if (answer.status === 401 && !input.startsWith('/api/auth/')) signedOut();
    return answer;
  };
}

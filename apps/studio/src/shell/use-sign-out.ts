import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { part } from '../app/reload-when-replaced.ts';
import { useSession } from '../session/session.tsx';

/** Ends the session, and forgets all that was shown in it. */
export function useSignOut(): () => Promise<void> {
  const { account } = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    try {
      await account.signOut();
    } catch (error) {
      const { toast } = await part(() => import('sonner'));
      toast.error('You are still signed in', {
        description: error instanceof Error ? error.message : undefined,
      });
      return;
    }
    await navigate({ to: '/sign-in' });
    client.clear();
  };
}

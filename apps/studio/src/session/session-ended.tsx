import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { keys } from '../data/keys.ts';
import { Dialog } from '../ui/dialog.tsx';
import { useIsSignedOut, useSession } from './session.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useWorkspace } from './workspace.tsx';

/** Over the page when its session has ended: whoever signs in again goes on where they were, nothing typed is lost. */
export function SessionEnded() {
  const isSignedOut = useIsSignedOut();
  const { client: api, signedOut } = useSession();
  const { person } = useWorkspace();
  const client = useQueryClient();
  const navigate = useNavigate();

  async function done() {
    const me = await api.me();
    signedOut.set(false);
    client.setQueryData(keys.me, me);
    if (me.person.id === person.id) {
      await client.invalidateQueries();
      return;
    }
    // Somebody else sat down: nothing of the one before stays.
    client.clear();
    client.setQueryData(keys.me, me);
    await navigate({ to: '/' });
  }

  return (
    <Dialog
      open={isSignedOut}
      locked
      onClose={() => undefined}
      title="Your session has ended"
      description="Sign in again to go on where you were. What you typed is still here."
    >
      <SignInForm email={person.email} done={done} />
    </Dialog>
  );
}

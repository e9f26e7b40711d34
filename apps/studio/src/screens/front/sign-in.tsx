import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { FrontDoor } from '../../session/front-door.tsx';
import { safeNext } from '../../session/next.ts';
import { useSession } from '../../session/session.tsx';
import { SignInForm } from '../../session/sign-in-form.tsx';

/** Signs somebody in, and brings them to where they wanted to go. */
export function SignIn() {
  const { next } = useSearch({ from: '/sign-in' });
  const { signedOut } = useSession();
  const client = useQueryClient();
  const router = useRouter();

  async function done() {
    signedOut.set(false);
    client.clear();
    router.history.push(router.basepath.replace(/\/$/, '') + safeNext(next));
  }

  return (
    <FrontDoor
      title="Sign in"
      lead={next ? 'You will be brought back to where you were.' : undefined}
    >
      <SignInForm done={done} />
      <p className="mt-6 text-[13px] text-pretty text-ink-3">
        Accounts are made by invitation: an admin of your workspace can send you one.
      </p>
    </FrontDoor>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Outside } from '../../app/page-states.tsx';
import { Redirect } from '../../app/redirect.tsx';
import { keys } from '../../data/keys.ts';
import { FrontDoor } from '../../session/front-door.tsx';
import { NewAccountForm } from '../../session/new-account-form.tsx';
import { useSession } from '../../session/session.tsx';
import { Problem } from '../../ui/states.tsx';

/** The first account, made with the code the server printed when it started. */
export function SetUp() {
  const { code = '' } = useSearch({ from: '/setup' });
  const { account, signedOut } = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const needed = useQuery({ queryKey: keys.setup, queryFn: () => account.setupNeeded() });

  if (needed.isPending) return <Outside />;
  if (needed.isError)
    return <Problem page error={needed.error} retry={() => void needed.refetch()} />;
  if (!needed.data) return <Redirect to={{ to: '/sign-in' }} />;

  async function done() {
    signedOut.set(false);
    client.clear();
    await navigate({ to: '/' });
  }

  return (
    <FrontDoor
      title="Make the first account"
      lead="It owns this installation. A workspace with a running example is made along with it, so there is something to see at once."
    >
      <NewAccountForm pass={{ kind: 'set-up', code }} submit="Make the account" done={done} />
    </FrontDoor>
  );
}

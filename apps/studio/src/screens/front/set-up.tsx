import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Outside } from '../../app/page-states.tsx';
import { Redirect } from '../../app/redirect.tsx';
import { keys } from '../../data/keys.ts';
import { FrontDoor } from '../../session/front-door.tsx';
import { NewAccountForm } from '../../session/new-account-form.tsx';
import { useSession } from '../../session/session.tsx';
import { Problem } from '../../ui/states.tsx';

/** The first account, made with the code the server printed when it started; it stands behind the hash, which is sent to no server. */
export function SetUp() {
  const code = useCode();
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
      <NewAccountForm
        key={code}
        pass={{ kind: 'set-up', code }}
        submit="Make the account"
        done={done}
      />
    </FrontDoor>
  );
}

/**
 * The code of the link. It leaves the address at once: a history or a shared screen need not have it. One in the query
 * has been through a log, and counts for nothing.
 */
function useCode(): string {
  const [code, setCode] = useState(codeOf);
  useEffect(() => {
    const forget = () => history.replaceState(history.state, '', location.pathname);
    // The link may be opened in a tab that has this page already, which loads nothing.
    const take = () => {
      setCode(codeOf());
      forget();
    };
    forget();
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  return code;
}

function codeOf(): string {
  return new URLSearchParams(location.hash.slice(1)).get('code') ?? '';
}

import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { isApiError } from '../api/api-error.ts';
import { keys } from '../data/keys.ts';
import { FrontDoor } from '../session/front-door.tsx';
import { lastWorkspace } from '../session/last-workspace.ts';
import { useMe, useSession } from '../session/session.tsx';
import { Problem } from '../ui/states.tsx';
import { Outside } from './page-states.tsx';
import { Redirect } from './redirect.tsx';

/** Finds out where somebody who comes without a workspace in the address belongs: set-up, sign-in, or their own. */
export function Landing() {
  const me = useMe();
  const { account } = useSession();
  const location = useLocation();
  // Where they came to: the router’s place changes while this page still stands.
  const [{ pathname, searchStr }] = useState(location);
  const isNobody = isApiError(me.error) && me.error.status === 401;
  const setup = useQuery({
    queryKey: keys.setup,
    queryFn: () => account.setupNeeded(),
    enabled: isNobody,
  });

  if (isNobody && setup.data === true) return <Redirect key="set-up" to={{ to: '/setup' }} />;
  if (isNobody && (setup.data === false || setup.isError)) {
    const search = pathname === '/' ? {} : { next: pathname + searchStr };
    return <Redirect key="sign-in" to={{ to: '/sign-in', search }} />;
  }
  if (isNobody || me.isPending) return <Outside />;
  if (me.isError)
    return (
      <main>
        <Problem page error={me.error} retry={() => void me.refetch()} />
      </main>
    );

  const own = me.data.workspaces;
  const workspace = own.find(({ id }) => id === lastWorkspace.get()) ?? own[0];
  if (!workspace) return <Homeless name={me.data.person.name} />;
  const ws = workspace.id;
  return (
    <Redirect
      key="in"
      to={
        pathname === '/'
          ? { to: '/w/$ws', params: { ws } }
          : { to: '/w/$ws/$', params: { ws, _splat: pathname.slice(1) } }
      }
    />
  );
}

function Homeless({ name }: { name: string }) {
  return (
    <FrontDoor title={`Hello, ${name}`} lead="You have an account, and belong to no workspace yet.">
      <p className="text-[15px] text-ink-2">
        Ask an admin to invite your e-mail address. Open the link they give you while you are signed
        in here, and you are in.
      </p>
    </FrontDoor>
  );
}

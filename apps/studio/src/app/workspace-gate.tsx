import { Outlet, useLocation, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isApiError } from '../api/api-error.ts';
import { lastWorkspace } from '../session/last-workspace.ts';
import { useMe } from '../session/session.tsx';
import { SessionEnded } from '../session/session-ended.tsx';
import { WorkspaceProvider } from '../session/workspace.tsx';
import { Shell } from '../shell/shell.tsx';
import { Empty, Problem } from '../ui/states.tsx';
import { Outside } from './page-states.tsx';
import { Redirect } from './redirect.tsx';

/** Lets members into their workspace, and shows all others the way. */
export function WorkspaceGate() {
  const { ws } = useParams({ from: '/w/$ws' });
  const me = useMe();
  const { pathname, searchStr } = useLocation();
  const isMember = me.data?.workspaces.some(({ id }) => id === ws) ?? false;
  useEffect(() => {
    if (isMember) lastWorkspace.set(ws);
  }, [isMember, ws]);

  if (me.data && isMember) {
    return (
      <WorkspaceProvider key={ws} me={me.data} id={ws}>
        <Shell me={me.data}>
          <Outlet />
        </Shell>
        <SessionEnded />
      </WorkspaceProvider>
    );
  }
  if (me.isPending) return <Outside />;
  if (me.isError) {
    if (isApiError(me.error) && me.error.status === 401)
      return <Redirect to={{ to: '/sign-in', search: { next: pathname + searchStr } }} />;
    return (
      <main>
        <Problem page error={me.error} retry={() => void me.refetch()} />
      </main>
    );
  }
  return (
    <main>
      <Empty page title="No such workspace, or not for you">
        <p>
          {me.data.person.email} is not a member of it.{' '}
          <a className="underline" href="/">
            Go to your own
          </a>
          .
        </p>
      </Empty>
    </main>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Outside } from '../../app/page-states.tsx';
import { FrontDoor } from '../../session/front-door.tsx';
import { NewAccountForm } from '../../session/new-account-form.tsx';
import { useMe, useSession } from '../../session/session.tsx';
import { Button } from '../../ui/button.tsx';
import { ProblemLine } from '../../ui/states.tsx';

/** An invitation's link. Its token stands behind the hash, which is sent to no server before it is used. */
export function Join() {
  const [token] = useState(() => location.hash.slice(1));
  const { account, signedOut } = useSession();
  const me = useMe();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  // The token works once, but a history or a shared screen need not have it.
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);

  async function enter(workspace: string | null) {
    signedOut.set(false);
    client.clear();
    await navigate(workspace === null ? { to: '/' } : { to: '/w/$ws', params: { ws: workspace } });
  }

  async function accept() {
    setBusy(true);
    try {
      await enter(await account.accept(token));
    } catch (thrown) {
      setError(thrown);
      setBusy(false);
    }
  }

  if (token === '') {
    return (
      <FrontDoor
        title="This link is not whole"
        lead="An invitation ends in a long code after a #. Open the whole link, or ask for a new one."
      >
        <Link to="/" className="font-medium underline underline-offset-3">
          Go to the studio
        </Link>
      </FrontDoor>
    );
  }
  if (me.isPending) return <Outside />;
  if (me.data) {
    return (
      <FrontDoor
        title="You are invited"
        lead={`Join as ${me.data.person.email}. The invitation must be for this address.`}
      >
        <div className="grid gap-4">
          <ProblemLine error={error} />
          <Button look="primary" size="large" busy={busy} onClick={() => void accept()}>
            Join the workspace
          </Button>
        </div>
      </FrontDoor>
    );
  }
  return (
    <FrontDoor
      title="You are invited"
      lead="Make an account with the address the invitation was sent to."
    >
      <NewAccountForm
        pass={{ kind: 'invitation', token }}
        submit="Join"
        done={() => enter(null)}
        after={
          <p className="text-[13px] text-ink-3">
            You have an account already?{' '}
            <Link to="/sign-in" className="underline underline-offset-3">
              Sign in
            </Link>
            , then open the invitation again.
          </p>
        }
      />
    </FrontDoor>
  );
}

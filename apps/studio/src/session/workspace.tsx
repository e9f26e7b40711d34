import type { Me, Role } from '@countersign/contract';
import type { WorkspaceClient } from '@countersign/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useMemo } from 'react';
import { openStream } from '../api/open-stream.ts';
import { keys } from '../data/keys.ts';
import { createFeeds, type Feeds } from '../run/feeds.ts';
import { useSession } from './session.tsx';
import { browserTimers } from './timers.ts';

/** The workspace a page is in, and who is looking. */
export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly person: Me['person'];
  readonly api: WorkspaceClient;
  readonly feeds: Feeds;
}

const Context = createContext<Workspace | null>(null);

/** Entries after which other questions wait than before. */
const ASKING = ['call.held', 'question.supported', 'question.answered', 'run.ended'] as const;

/** The workspace of the page. Only below {@link WorkspaceProvider}. */
export function useWorkspace(): Workspace {
  const workspace = use(Context);
  if (workspace === null) throw new Error('no workspace: this part stands outside of one');
  return workspace;
}

/** Opens a workspace for all pages in it. */
export function WorkspaceProvider({
  me,
  id,
  children,
}: {
  me: Me;
  id: string;
  children: ReactNode;
}) {
  const session = useSession();
  const { fetch } = session;
  const client = useQueryClient();
  const known = me.workspaces.find((workspace) => workspace.id === id);
  const api = useMemo(() => session.client.in(id), [session.client, id]);
  const feeds = useMemo(
    () =>
      createFeeds({
        after: browserTimers.after,
        feed: {
          wait: browserTimers.wait,
          soon: browserTimers.soon,
          open: (run, after, signal) => openStream(fetch, id, run, after, signal),
          happened(kinds) {
            if (ASKING.some((kind) => kinds.has(kind)))
              void client.invalidateQueries({ queryKey: keys.questions(id) });
            if (kinds.has('run.ended') || kinds.has('call.held')) {
              void client.invalidateQueries({ queryKey: keys.runs(id) });
              void client.invalidateQueries({ queryKey: keys.conversations(id) });
            }
          },
        },
      }),
    [fetch, client, id],
  );
  useSleepWhenHidden(feeds);
  const value = useMemo(
    () => known && { id, name: known.name, role: known.role, person: me.person, api, feeds },
    [known, id, me.person, api, feeds],
  );
  if (!value) return null;
  return <Context value={value}>{children}</Context>;
}

/** Milliseconds a hidden page keeps its connections: a browser allows six to one server, over all its tabs. */
const GRACE = 20_000;

function useSleepWhenHidden(feeds: Feeds): void {
  useEffect(() => {
    let callOff: (() => void) | null = null;
    const look = () => {
      callOff?.();
      callOff = null;
      if (document.visibilityState === 'visible') feeds.setAwake(true);
      else callOff = browserTimers.after(GRACE, () => feeds.setAwake(false));
    };
    document.addEventListener('visibilitychange', look);
    return () => {
      callOff?.();
      document.removeEventListener('visibilitychange', look);
    };
  }, [feeds]);
}

import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { Landing } from './landing.tsx';
import { PageFault, PageLoading } from './page-states.tsx';
import { part } from './reload-when-replaced.ts';
import { text } from './search.ts';
import { WorkspaceGate } from './workspace-gate.tsx';

const root = createRootRoute({ component: Outlet });

const at = <Path extends string>(path: Path) => ({ getParentRoute: () => root, path });
const setup = createRoute({
  ...at('/setup'),
  component: lazyRouteComponent(() => part(() => import('../screens/front/set-up.tsx')), 'SetUp'),
});
const signIn = createRoute({
  ...at('/sign-in'),
  validateSearch: (search: Record<string, unknown>): { next?: string } => text(search, 'next'),
  component: lazyRouteComponent(() => part(() => import('../screens/front/sign-in.tsx')), 'SignIn'),
});
const join = createRoute({
  ...at('/join'),
  component: lazyRouteComponent(() => part(() => import('../screens/front/join.tsx')), 'Join'),
});
const landing = createRoute({ ...at('/'), component: Landing });
/** A link without a workspace, such as `/inbox`: it means the reader's own. */
const shortcut = createRoute({ ...at('/$'), component: Landing });

const workspace = createRoute({ ...at('/w/$ws'), component: WorkspaceGate });

const page = <Path extends string>(path: Path) => ({ getParentRoute: () => workspace, path });
const pages = [
  createRoute({
    ...page('/'),
    component: lazyRouteComponent(() => part(() => import('../screens/home/home.tsx')), 'Home'),
  }),
  createRoute({
    ...page('/chat'),
    validateSearch: (search: Record<string, unknown>): { agent?: string } => text(search, 'agent'),
    component: lazyRouteComponent(() => part(() => import('../screens/chat/chat.tsx')), 'NewChat'),
  }),
  createRoute({
    ...page('/chat/$conversation'),
    component: lazyRouteComponent(
      () => part(() => import('../screens/chat/chat.tsx')),
      'OngoingChat',
    ),
  }),
  createRoute({
    ...page('/inbox'),
    validateSearch: (search: Record<string, unknown>): { show?: string } => text(search, 'show'),
    component: lazyRouteComponent(() => part(() => import('../screens/inbox/inbox.tsx')), 'Inbox'),
  }),
  createRoute({
    ...page('/inbox/$question'),
    validateSearch: (search: Record<string, unknown>): { show?: string } => text(search, 'show'),
    component: lazyRouteComponent(() => part(() => import('../screens/inbox/inbox.tsx')), 'Inbox'),
  }),
  createRoute({
    ...page('/runs'),
    validateSearch: (search: Record<string, unknown>): { status?: string; agent?: string } =>
      text(search, 'status', 'agent'),
    component: lazyRouteComponent(() => part(() => import('../screens/runs/runs.tsx')), 'Runs'),
  }),
  createRoute({
    ...page('/runs/$run'),
    validateSearch: (search: Record<string, unknown>): { view?: string; call?: string } =>
      text(search, 'view', 'call'),
    component: lazyRouteComponent(
      () => part(() => import('../screens/run/run-page.tsx')),
      'RunPage',
    ),
  }),
  createRoute({
    ...page('/cases'),
    component: lazyRouteComponent(() => part(() => import('../screens/cases/cases.tsx')), 'Cases'),
  }),
  createRoute({
    ...page('/cases/$case'),
    component: lazyRouteComponent(
      () => part(() => import('../screens/cases/case-page.tsx')),
      'CasePage',
    ),
  }),
  createRoute({
    ...page('/tables'),
    component: lazyRouteComponent(
      () => part(() => import('../screens/tables/tables.tsx')),
      'Tables',
    ),
  }),
  createRoute({
    ...page('/tables/$table'),
    component: lazyRouteComponent(
      () => part(() => import('../screens/tables/table-page.tsx')),
      'TablePage',
    ),
  }),
  createRoute({
    ...page('/outbox'),
    component: lazyRouteComponent(() => part(() => import('../screens/mail/outbox.tsx')), 'Outbox'),
  }),
  createRoute({
    ...page('/outbox/$mail'),
    component: lazyRouteComponent(() => part(() => import('../screens/mail/outbox.tsx')), 'Outbox'),
  }),
  createRoute({
    ...page('/mailbox/$connection'),
    component: lazyRouteComponent(
      () => part(() => import('../screens/mail/mailbox.tsx')),
      'Mailbox',
    ),
  }),
  createRoute({
    ...page('/mailbox/$connection/$message'),
    component: lazyRouteComponent(
      () => part(() => import('../screens/mail/mail-page.tsx')),
      'MailPage',
    ),
  }),
  createRoute({
    ...page('/agents'),
    component: lazyRouteComponent(
      () => part(() => import('../screens/agents/agents.tsx')),
      'Agents',
    ),
  }),
  createRoute({
    ...page('/agents/$agent'),
    component: lazyRouteComponent(
      () => part(() => import('../screens/agents/agent-page.tsx')),
      'AgentPage',
    ),
  }),
  createRoute({
    ...page('/connections'),
    component: lazyRouteComponent(
      () => part(() => import('../screens/connections/connections.tsx')),
      'Connections',
    ),
  }),
  createRoute({
    ...page('/connections/$connection'),
    component: lazyRouteComponent(
      () => part(() => import('../screens/connections/connection-page.tsx')),
      'ConnectionPage',
    ),
  }),
  createRoute({
    ...page('/permissions'),
    component: lazyRouteComponent(
      () => part(() => import('../screens/permissions/permissions.tsx')),
      'Permissions',
    ),
  }),
  createRoute({
    ...page('/memory'),
    component: lazyRouteComponent(
      () => part(() => import('../screens/memory/memory.tsx')),
      'Memory',
    ),
  }),
  createRoute({
    ...page('/ledger'),
    component: lazyRouteComponent(
      () => part(() => import('../screens/ledger/ledger.tsx')),
      'Ledger',
    ),
  }),
  createRoute({
    ...page('/settings'),
    component: lazyRouteComponent(
      () => part(() => import('../screens/settings/settings.tsx')),
      'Settings',
    ),
  }),
  createRoute({
    ...page('/settings/$section'),
    component: lazyRouteComponent(
      () => part(() => import('../screens/settings/settings.tsx')),
      'Settings',
    ),
  }),
  createRoute({
    ...page('/$'),
    component: lazyRouteComponent(() => part(() => import('./not-found.tsx')), 'NotFound'),
  }),
] as const;

const tree = root.addChildren([
  setup,
  signIn,
  join,
  landing,
  shortcut,
  workspace.addChildren(pages),
]);

/** All places of the studio. Each screen is fetched when it is first gone to. */
export function createStudioRouter(basepath: string) {
  return createRouter({
    routeTree: tree,
    basepath,
    // Nothing is fetched before it is gone to: a part that is gone loads the page anew, and a hand that only passes
    // over a link must not lose what was typed.
    defaultPreload: false,
    scrollRestoration: true,
    defaultPendingComponent: PageLoading,
    defaultErrorComponent: PageFault,
    defaultNotFoundComponent: Landing,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createStudioRouter>;
  }
}

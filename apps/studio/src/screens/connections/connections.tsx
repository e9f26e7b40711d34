import { Link } from '@tanstack/react-router';
import { NeedsRole } from '../../data/needs-role.tsx';
import { useConnections } from '../../data/queries.ts';
import { reaches } from '../../data/roles.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Empty, Problem, SkeletonRows } from '../../ui/states.tsx';
import { KINDS, type Kind } from './kinds.ts';
import { NewConnection } from './new-connection.tsx';
import { placeOf } from './place-of.ts';
import { Secrets } from './secrets.tsx';

/** Where actions reach, and the secrets they reach it with. */
export function Connections() {
  const { id, role } = useWorkspace();
  const connections = useConnections();
  const isAdmin = reaches(role, 'admin');
  if (!reaches(role, 'builder')) {
    return (
      <Page title="Connections">
        <NeedsRole needs="builder" what="connections" />
      </Page>
    );
  }
  const items = connections.data ?? [];
  return (
    <Page
      title="Connections"
      lead="Where agents reach, set up by people. A credential goes only to the host and paths its connection names; a model never sees or chooses it."
      actions={isAdmin && <NewConnection />}
    >
      {connections.isPending && <SkeletonRows />}
      {connections.isError && !connections.data && (
        <Problem error={connections.error} retry={() => void connections.refetch()} />
      )}
      {connections.data && items.length === 0 && (
        <Empty title="No connections yet">
          <p>Connect a model first; then the places your agents should work with.</p>
        </Empty>
      )}
      {(Object.keys(KINDS) as Kind[]).map((kind) => {
        const own = items.filter(({ config }) => config.kind === kind);
        const { name, plural, Icon } = KINDS[kind];
        if (own.length === 0) return null;
        return (
          <Section key={kind} title={own.length === 1 ? name : plural}>
            <ul className="divide-y divide-line border-y border-line">
              {own.map((connection) => (
                <li key={connection.id}>
                  <Link
                    to="/w/$ws/connections/$connection"
                    params={{ ws: id, connection: connection.id }}
                    className="-mx-2 flex items-center gap-3 rounded-lg px-2 py-3 hover:bg-hover"
                  >
                    <Icon
                      size={17}
                      strokeWidth={1.75}
                      aria-hidden="true"
                      className="shrink-0 text-ink-3"
                    />
                    <span className="min-w-0">
                      <span className="block truncate text-[15px] font-medium">
                        {connection.name}
                      </span>
                      <span className="block truncate font-mono text-[12.5px] text-ink-3">
                        {placeOf(connection.config)}
                      </span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </Section>
        );
      })}
      {connections.data && (
        <Secrets names={new Map(items.map((connection) => [connection.id, connection.name]))} />
      )}
    </Page>
  );
}

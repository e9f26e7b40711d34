import { Link, useParams } from '@tanstack/react-router';
import { NeedsRole } from '../../data/needs-role.tsx';
import { useConnections } from '../../data/queries.ts';
import { reaches } from '../../data/roles.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Problem, SkeletonRows } from '../../ui/states.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { KINDS, type Kind } from './kinds.ts';

/** One connection, to be read or changed; `new-<kind>` is one that is to be made. */
export function ConnectionPage() {
  const { connection: wanted } = useParams({ from: '/w/$ws/connections/$connection' });
  const { id, role } = useWorkspace();
  const connections = useConnections();
  const newKind = wanted.startsWith('new-') ? kindOf(wanted.slice(4)) : null;
  const known = connections.data?.find((one) => one.id === wanted);
  const title = newKind ? `New: ${KINDS[newKind].name}` : (known?.name ?? 'Connection');
  return (
    <Page
      width="narrow"
      title={title}
      lead={
        <span className="flex flex-wrap gap-x-3 text-sm">
          <Link
            to="/w/$ws/connections"
            params={{ ws: id }}
            className="underline decoration-line-strong underline-offset-3"
          >
            Connections
          </Link>
          {known?.config.kind === 'mailbox' && (
            <Link
              to="/w/$ws/mailbox/$connection"
              params={{ ws: id, connection: known.id }}
              className="underline decoration-line-strong underline-offset-3"
            >
              See its mails
            </Link>
          )}
        </span>
      }
    >
      {!reaches(role, 'builder') ? (
        <NeedsRole needs="builder" what="connections" />
      ) : newKind ? (
        <ConnectionForm key={wanted} id={null} name="" config={KINDS[newKind].start} />
      ) : known ? (
        <ConnectionForm key={known.id} id={known.id} name={known.name} config={known.config} />
      ) : connections.isError ? (
        <Problem error={connections.error} retry={() => void connections.refetch()} />
      ) : connections.isPending ? (
        <SkeletonRows rows={4} />
      ) : (
        <Empty title="There is no such connection">
          <p>It may have another id. All of them stand in the list.</p>
        </Empty>
      )}
    </Page>
  );
}

function kindOf(text: string): Kind | null {
  return (Object.keys(KINDS) as Kind[]).find((kind) => kind === text) ?? null;
}

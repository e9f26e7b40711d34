import { Link } from '@tanstack/react-router';
import { useConnections } from '../../data/queries.ts';
import { useWorkspace } from '../../session/workspace.tsx';

const TAB =
  'inline-flex min-h-9 items-center rounded-lg px-3 text-sm font-medium text-ink-2 hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:text-ink';

/** The outbox and the mailboxes beside it, so that one sees what came in and what went out. */
export function MailPlaces({ current }: { current: string }) {
  const { id } = useWorkspace();
  const { data } = useConnections();
  const mailboxes = data?.filter(({ config }) => config.kind === 'mailbox') ?? [];
  if (mailboxes.length === 0) return null;
  return (
    <nav aria-label="Mail" className="mb-5 flex flex-wrap gap-1">
      <Link
        to="/w/$ws/outbox"
        params={{ ws: id }}
        className={TAB}
        aria-current={current === 'outbox' ? 'page' : undefined}
      >
        Outbox
      </Link>
      {mailboxes.map((mailbox) => (
        <Link
          key={mailbox.id}
          to="/w/$ws/mailbox/$connection"
          params={{ ws: id, connection: mailbox.id }}
          className={TAB}
          aria-current={current === mailbox.id ? 'page' : undefined}
        >
          {mailbox.name}
        </Link>
      ))}
    </nav>
  );
}

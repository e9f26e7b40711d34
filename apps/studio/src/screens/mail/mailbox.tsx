import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Paperclip } from 'lucide-react';
import { keys } from '../../data/keys.ts';
import { useConnectionName } from '../../data/names.ts';
import { QuotedLine } from '../../quote/quoted.tsx';
import { visibleText } from '../../quote/visible.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Problem, SkeletonRows } from '../../ui/states.tsx';
import { shortTime } from '../../ui/time.ts';
import { now } from '../../ui/use-now.ts';
import { MailPlaces } from './mail-places.tsx';

/** The mails of a mailbox as the agent lists them. Every text in them was written by outsiders. */
export function Mailbox() {
  const { connection } = useParams({ from: '/w/$ws/mailbox/$connection' });
  const { api, id } = useWorkspace();
  const connectionName = useConnectionName();
  const mails = useQuery({
    queryKey: keys.mailbox(id, connection),
    queryFn: () => api.data.mailbox(connection, 200),
  });
  return (
    <Page
      title={connectionName(connection)}
      lead="What came in. Anyone can write here, so nothing in it vouches for anything."
    >
      <MailPlaces current={connection} />
      {mails.isPending && <SkeletonRows />}
      {mails.isError && <Problem error={mails.error} retry={() => void mails.refetch()} />}
      {mails.data?.length === 0 && (
        <Empty title="No mail">
          <p>The mailbox’s folder holds no messages.</p>
        </Empty>
      )}
      {mails.data && mails.data.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {mails.data.map((mail) => (
            <li key={mail.id}>
              <Link
                to="/w/$ws/mailbox/$connection/$message"
                params={{ ws: id, connection, message: mail.id }}
                className="-mx-2 grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 rounded-lg px-2 py-3 hover:bg-hover"
              >
                <span className="min-w-0 truncate text-[15px] font-medium">
                  {visibleText(mail.subject) || 'No subject'}
                </span>
                <span className="flex items-center gap-2 text-[13px] text-ink-3">
                  {mail.attachments > 0 && (
                    <span className="inline-flex items-center gap-1">
                      <Paperclip size={12} aria-hidden="true" />
                      <span className="sr-only">attachments: </span>
                      {mail.attachments}
                    </span>
                  )}
                  {mail.at === null ? 'no date' : shortTime(mail.at, now())}
                </span>
                <span className="col-span-2 min-w-0 truncate text-[13px] text-ink-2">
                  <QuotedLine value={mail.from} />
                </span>
                <span className="col-span-2 line-clamp-2 min-w-0 text-[13px] break-words text-ink-3">
                  {visibleText(mail.snippet)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}

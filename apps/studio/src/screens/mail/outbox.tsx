import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { keys } from '../../data/keys.ts';
import { NeedsRole } from '../../data/needs-role.tsx';
import { reaches } from '../../data/roles.ts';
import { QuotedLine } from '../../quote/quoted.tsx';
import { visibleText } from '../../quote/visible.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Problem, SkeletonRows } from '../../ui/states.tsx';
import { shortTime } from '../../ui/time.ts';
import { now } from '../../ui/use-now.ts';
import { MailPlaces } from './mail-places.tsx';
import { OutboxMailView } from './outbox-mail.tsx';

/** Mails the example's sink took: what would have been delivered. */
export function Outbox() {
  const { api, id, role } = useWorkspace();
  const { mail: chosen } = useParams({ strict: false });
  const maySee = reaches(role, 'responder');
  const mails = useQuery({
    queryKey: keys.outbox(id),
    queryFn: () => api.data.outbox(200),
    enabled: maySee,
    refetchInterval: 5_000,
  });
  if (chosen) {
    return (
      <Page width="narrow" title="Mail taken by the sink" lead={<Back />}>
        <OutboxMailView mail={chosen} />
      </Page>
    );
  }
  return (
    <Page
      title="Outbox"
      lead="What agents sent. The example’s mail server delivers nothing: it takes each mail and keeps it here, to the byte."
    >
      <MailPlaces current="outbox" />
      {!maySee && <NeedsRole needs="responder" what="the outbox" />}
      {maySee && mails.isPending && <SkeletonRows />}
      {mails.isError && !mails.data && (
        <Problem error={mails.error} retry={() => void mails.refetch()} />
      )}
      {mails.data?.length === 0 && (
        <Empty title="Nothing was sent">
          <p>A mail stands here once an agent sent it, and it was allowed or approved.</p>
        </Empty>
      )}
      {mails.data && mails.data.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {mails.data.map((mail) => (
            <li key={mail.id}>
              <Link
                to="/w/$ws/outbox/$mail"
                params={{ ws: id, mail: mail.id }}
                className="-mx-2 grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 rounded-lg px-2 py-3 hover:bg-hover"
              >
                <span className="min-w-0 truncate text-[15px] font-medium">
                  {visibleText(mail.subject) || 'No subject'}
                </span>
                <span className="text-[13px] text-ink-3">{shortTime(mail.at, now())}</span>
                <span className="col-span-2 min-w-0 truncate text-[13px] text-ink-2">
                  to <QuotedLine value={mail.to.join(', ')} />
                </span>
                <span className="col-span-2 min-w-0 truncate text-[13px] text-ink-3">
                  {visibleText(mail.text.slice(0, 160).replace(/\s+/g, ' '))}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}

function Back() {
  const { id } = useWorkspace();
  return (
    <Link
      to="/w/$ws/outbox"
      params={{ ws: id }}
      className="inline-flex min-h-8 items-center gap-1 text-sm"
    >
      <ChevronLeft size={15} aria-hidden="true" /> Outbox
    </Link>
  );
}

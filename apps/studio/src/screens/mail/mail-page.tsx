import type { MailMessage } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ChevronLeft, EyeOff, Paperclip } from 'lucide-react';
import type { ReactNode } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { keys } from '../../data/keys.ts';
import { useConnectionName } from '../../data/names.ts';
import { Quoted, QuotedLine } from '../../quote/quoted.tsx';
import { visibleText } from '../../quote/visible.ts';
import { Visible } from '../../quote/visible-text.tsx';
import { useWorkspace } from '../../session/workspace.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Empty, Problem, SkeletonRows } from '../../ui/states.tsx';
import { bytes, count, exactTime } from '../../ui/time.ts';
import { PROBLEMS, WAYS } from './mail-words.ts';

/** One mail of a mailbox, whole. All of it was written by outsiders: it is text here, whatever it was written as. */
export function MailPage() {
  const { connection, message } = useParams({ from: '/w/$ws/mailbox/$connection/$message' });
  const { api, id } = useWorkspace();
  const mail = useQuery({
    queryKey: keys.mail(id, connection, message),
    queryFn: () => api.data.mail(connection, message),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const title = mail.data ? visibleText(mail.data.subject) || 'No subject' : 'Mail';
  return (
    <Page width="narrow" title={title} lead={<Back connection={connection} />}>
      {mail.isPending && <SkeletonRows rows={4} />}
      {mail.isError &&
        (isApiError(mail.error, 'HTTP_NOT_FOUND') ? (
          <Empty title="This mail is not there">
            <p>It was moved or deleted, or the mailbox is not yours to read.</p>
          </Empty>
        ) : (
          <Problem error={mail.error} retry={() => void mail.refetch()} />
        ))}
      {mail.data && <Mail mail={mail.data} />}
    </Page>
  );
}

function Mail({ mail }: { mail: MailMessage }) {
  const { from, to, cc, replyTo, at, text, textFrom, attachments, headers } = mail;
  return (
    <>
      <dl className="grid grid-cols-[4.5rem_1fr] items-baseline gap-x-4 gap-y-1.5 border-y border-line py-4 text-[15px] sm:grid-cols-[5rem_1fr]">
        <Header name="From">{from === '' ? 'nobody' : <Visible text={from} />}</Header>
        {replyTo.length > 0 && (
          <Header name="Reply to">
            <Visible text={replyTo.join(', ')} />
          </Header>
        )}
        <Header name="To">{to.length === 0 ? 'nobody' : <Visible text={to.join(', ')} />}</Header>
        {cc.length > 0 && (
          <Header name="Copy">
            <Visible text={cc.join(', ')} />
          </Header>
        )}
        <Header name="Date">{at === null ? 'none that can be read' : exactTime(at)}</Header>
      </dl>
      <Warnings mail={mail} />
      <div className="mt-6 text-[15px] leading-relaxed break-words whitespace-pre-wrap [unicode-bidi:isolate]">
        {text === '' ? (
          <span className="text-ink-3">It has no text.</span>
        ) : (
          <Visible text={text} breaks="plain" />
        )}
      </div>
      {textFrom === 'html' && (
        <p className="mt-3 text-[13px] text-ink-3">
          It was written as HTML. This is what a reader would see of it, as text; nothing in it is
          run or fetched.
        </p>
      )}
      <Links mail={mail} />
      {attachments.length > 0 && (
        <Section title="Attached">
          <ul className="grid gap-1.5">
            {attachments.map((attachment, nth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: attachments of a mail never move
              <li key={nth} className="flex flex-wrap items-baseline gap-x-2 text-sm">
                <Paperclip size={13} aria-hidden="true" className="self-center text-ink-3" />
                <QuotedLine value={attachment.name || 'without a name'} />
                <span className="text-[13px] text-ink-3">
                  {attachment.mediaType}, {bytes(attachment.bytes)}
                  {attachment.inline && ', shown within the text'}
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <details className="mt-10">
        <summary className="w-fit cursor-pointer rounded text-sm font-medium underline decoration-line-strong underline-offset-3">
          All {count(headers.length)} header fields
        </summary>
        <dl className="mt-4 grid gap-x-4 gap-y-1 font-mono text-[13px] sm:grid-cols-[11rem_1fr]">
          {headers.map(({ name, value }, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: fields of a mail never move
            <div key={nth} className="contents">
              <dt className="break-words text-ink-3">
                <Visible text={name} />
              </dt>
              <dd className="min-w-0 break-words text-ink-2 [unicode-bidi:isolate]">
                <Visible text={value} />
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

function Header({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-sm text-ink-3">{name}</dt>
      <dd className="min-w-0 break-words [unicode-bidi:isolate]">{children}</dd>
    </div>
  );
}

/** What a reader would not see, and what is odd about the mail. */
function Warnings({ mail: { hidden, problems } }: { mail: MailMessage }) {
  if (hidden.characters === 0 && problems.length === 0) return null;
  return (
    <div className="mt-6 grid gap-3 rounded-xl border border-held/35 p-4 text-sm">
      {hidden.characters > 0 && (
        <div className="grid gap-2">
          <p className="flex gap-2">
            <EyeOff size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-held" />
            <span>
              {hidden.characters === 1
                ? 'One character is'
                : `${count(hidden.characters)} characters are`}{' '}
              hidden from readers
              {hidden.ways.length > 0 && `: ${hidden.ways.map(wayOf).join(', ')}`}. A model reads
              what people do not see; an agent here gets it only when it asks.
            </span>
          </p>
          {hidden.text.trim() !== '' && <Quoted value={hidden.text} lines={6} />}
        </div>
      )}
      {problems.length > 0 && (
        <ul className="grid gap-1">
          {problems.map((problem) => (
            <li key={problem}>{PROBLEMS[problem] ?? `Odd about it: ${problem}.`}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function wayOf(way: string): string {
  return WAYS[way] ?? way;
}

/** Where the links of an HTML mail lead, which its text need not say. */
function Links({ mail: { links } }: { mail: MailMessage }) {
  if (links.length === 0) return null;
  return (
    <Section title="Where its links lead">
      <ul className="grid gap-2">
        {links.map(({ text, url }, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: links of a mail never move
          <li key={nth} className="grid gap-0.5 text-sm">
            <span className="text-ink-2">
              <Visible text={text || 'without words'} />
            </span>
            <span className="break-all">
              <QuotedLine value={url} max={400} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Back({ connection }: { connection: string }) {
  const { id } = useWorkspace();
  const connectionName = useConnectionName();
  return (
    <Link
      to="/w/$ws/mailbox/$connection"
      params={{ ws: id, connection }}
      className="inline-flex min-h-8 items-center gap-1 text-sm"
    >
      <ChevronLeft size={15} aria-hidden="true" /> {connectionName(connection)}
    </Link>
  );
}

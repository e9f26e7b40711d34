import type { MailMessage } from '@countersign/contract';
import type { Mailbox } from './mailbox.ts';
import { nameOf } from './summaries.ts';

/** One message whole, for a person to read as text; null where there is none with this id. */
export async function mailMessage(mailbox: Mailbox, id: string): Promise<MailMessage | null> {
  const opened = await mailbox.read(id);
  if (opened === null) return null;
  const { place, message } = opened;
  return {
    id: place.id,
    from: message.from ? nameOf(message.from) : '',
    replyTo: message.replyTo.map(nameOf),
    to: message.to.map(nameOf),
    cc: message.cc.map(nameOf),
    subject: message.subject,
    at: message.date,
    bytes: place.bytes,
    text: message.text,
    textFrom: message.textFrom,
    links: message.links,
    hidden: message.hidden,
    attachments: message.attachments.map(({ name, mediaType, bytes, inline }) => ({
      name,
      mediaType,
      bytes,
      inline,
    })),
    headers: message.headers,
    problems: message.problems,
  };
}

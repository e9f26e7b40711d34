import type { MailSummary } from '@countersign/contract';
import { visibleLine } from '../text/visible-text.ts';
import type { Mailbox } from './mailbox.ts';
import type { Address } from './parse/addresses.ts';

/** The newest messages for people to look at, with how each begins. Reads each of them. */
export async function mailSummaries(
  mailbox: Mailbox,
  limit: number,
): Promise<readonly MailSummary[]> {
  const page = await mailbox.list({ limit, after: null });
  const summaries: MailSummary[] = [];
  for (const { id, head } of page?.messages ?? []) {
    const opened = await mailbox.read(id);
    summaries.push({
      id,
      from: head.from ? nameOf(head.from) : '',
      to: head.to.slice(0, 20).map(nameOf),
      subject: head.subject,
      at: head.date,
      snippet: visibleLine(opened?.message.text ?? '', 160),
      attachments: opened?.message.attachments.length ?? 0,
    });
  }
  return summaries;
}

/** An address as people write it: `Ann <ann@example.com>`. */
export function nameOf({ name, address }: Address): string {
  return name === '' ? address : `${name} <${address}>`;
}

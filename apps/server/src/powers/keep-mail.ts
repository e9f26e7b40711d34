import { parseMessage } from '@countersign/executor';
import type { OutboxStore } from '@countersign/record';
import type { Taken } from '../example/sink.ts';

/** Keeps a mail that the example's sink took, as people will look at it: decoded text, and the raw form beside it. */
export async function keepMail(outbox: OutboxStore, workspace: string, mail: Taken): Promise<void> {
  const { subject, text } = parseMessage(mail.raw);
  await outbox.take(workspace, {
    from: mail.from,
    to: mail.to,
    subject: subject ?? '',
    text,
    raw: mail.raw.toString('latin1'),
  });
}

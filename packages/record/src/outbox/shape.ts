import type { OutboxMail } from '@countersign/contract';
import { storeFault } from '../config/errors.ts';
import { storableText } from '../config/storable.ts';
import { MAX_MAIL_BYTES } from './port.ts';

/** Characters of a mail's text that are shown; all of it stands in the raw form. */
const SHOWN_TEXT = 200_000;

type MailDraft = Omit<OutboxMail, 'id' | 'at'>;

/**
 * A mail as it is kept. A sink must take what any sender writes, so what a text column cannot hold is
 * shown as U+FFFD and long text is shortened; the raw form stays as it came.
 *
 * @throws fault `RECORD_LIMIT_EXCEEDED`.
 */
export function keptMail(mail: MailDraft): MailDraft {
  const bytes = Buffer.byteLength(mail.raw);
  if (bytes > MAX_MAIL_BYTES) {
    throw storeFault('RECORD_LIMIT_EXCEEDED', {
      message: `The mail has ${bytes} bytes, and at most ${MAX_MAIL_BYTES} are kept.`,
      details: { bytes, maxBytes: MAX_MAIL_BYTES },
    });
  }
  return {
    from: storableText(mail.from),
    to: mail.to.map(storableText),
    subject: storableText(mail.subject),
    text: storableText(mail.text.slice(0, SHOWN_TEXT)),
    raw: mail.raw.toWellFormed(),
  };
}
